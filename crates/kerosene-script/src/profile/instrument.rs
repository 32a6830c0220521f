//! A script with marks.
//!
//! Marks are put into the text: a call before each statement, and a plus sign before each list, map and text with parts, which
//! is a function of one argument that gives it back and sees it. No line becomes another, and columns are put back.
//! Where a brace begins statements and not a `switch` is what the syntax tree knows; all else shows in the tokens.

use super::Place;
use crate::language::{language, profiled};
use crate::script::Script;
use crate::weave::{Insertions, Spot, spot};
use rhai::grain::{Compiler, Program};
use rhai::{AST, ASTNode, EvalAltResult, Expr, Position, Scope, Stmt, Token};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// Names of the marks: what a script cannot be named after.
pub(crate) const MARK: &str = "__at";
pub(crate) const ENTER: &str = "__enter";

/// The version of scripts that is profiled.
pub(crate) struct Instrumented {
    pub(crate) ast: AST,
    pub(crate) program: Program<'static>,
    pub(crate) places: Rc<[Place]>,
    /// What was put into the file; `None` of several files.
    inserted: Option<Insertions>,
}

impl fmt::Debug for Instrumented {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instrumented").field("places", &self.places.len()).finish_non_exhaustive()
    }
}

/// What is put into texts, and what for.
#[derive(Default)]
struct Marks {
    texts: Insertions,
    places: Vec<Place>,
}

impl Instrumented {
    /// The version of files whose functions know each other.
    ///
    /// # Errors
    /// The first file that does not bear marks, and why.
    pub(crate) fn new(scripts: &[&Script], constants: &Scope<'_>) -> Result<Self, (String, String)> {
        let (mut all, mut marks) = (AST::empty(), Marks::default());
        for script in scripts {
            marks.texts = Insertions::default();
            marks.put_into(script.file(), script.source(), script.ast());
            let text = marks.texts.put_into(script.source());
            let ast = profiled().compile_with_scope(constants, &text);
            let ast = ast.map_err(|error| (script.file().to_owned(), error.to_string()))?;
            all.combine(ast.clone_functions_only());
        }
        let inserted = (scripts.len() == 1).then_some(marks.texts);
        Ok(Self { program: Compiler::new().compile(&all), ast: all, places: marks.places.into(), inserted })
    }

    /// The error with the places of the file.
    pub(crate) fn put_right(&self, mut error: Box<EvalAltResult>) -> Box<EvalAltResult> {
        let mut inner = &mut *error;
        loop {
            let right = self.original(inner.position());
            inner.set_position(right);
            match inner {
                EvalAltResult::ErrorInFunctionCall(_, _, within, _) => inner = within,
                _ => return error,
            }
        }
    }

    fn original(&self, position: Position) -> Position {
        match (&self.inserted, position.line().map(u16::try_from)) {
            (Some(inserted), _) => inserted.original(position),
            // Which file it is of is not known here, and a column of another would mislead.
            (None, Some(Ok(line))) => Position::new(line, 0),
            (None, _) => position,
        }
    }
}

/// The braces that statements stand in.
fn blocks(ast: &AST) -> BTreeSet<Spot> {
    let mut found: BTreeSet<Spot> = ast.iter_fn_def().map(|function| spot(function.body.start_position())).collect();
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        let flow = match path.last() {
            Some(ASTNode::Stmt(
                Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) | Stmt::TryCatch(flow, _),
            )) => Some(&**flow),
            Some(ASTNode::Stmt(Stmt::For(parts, _))) => Some(&parts.2),
            Some(ASTNode::Stmt(Stmt::Block(block)) | ASTNode::Expr(Expr::Stmt(block))) => {
                found.insert(spot(block.position()));
                None
            }
            _ => None,
        };
        if let Some(flow) = flow {
            found.extend([spot(flow.body.position()), spot(flow.branch.position())]);
        }
        true
    });
    found
}

/// The tokens of a text with their places, those within texts in backticks among them.
fn tokens(source: &str) -> Vec<(Token, Spot)> {
    let sources = [source];
    let (mut stream, control) = language().strict.lex(&sources);
    let mut tokens: Vec<(Token, Spot)> = Vec::new();
    // How many braces are open in each text with parts that has begun.
    let mut open: Vec<usize> = Vec::new();
    while let Some((token, position)) = stream.next() {
        let is_rest = control.borrow().is_within_text;
        match &token {
            Token::EOF | Token::LexError(_) => break,
            Token::InterpolatedString(_) if !is_rest => open.push(0),
            Token::LeftBrace | Token::MapStart => open.last_mut().into_iter().for_each(|depth| *depth += 1),
            Token::RightBrace => {
                if let Some(depth) = open.last_mut() {
                    *depth = depth.saturating_sub(1);
                    if *depth == 0 {
                        control.borrow_mut().is_within_text = true;
                        tokens.push((token, spot(position)));
                        // The rest of the text, or the next part of it.
                        if let Some((Token::StringConstant(_), _)) = stream.next() {
                            open.pop();
                        }
                        continue;
                    }
                }
            }
            _ => {}
        }
        tokens.push((token, spot(position)));
    }
    tokens
}

impl Marks {
    /// Finds where marks of a file belong.
    fn put_into(&mut self, file: &str, source: &str, ast: &AST) {
        let (tokens, blocks, file) = (tokens(source), blocks(ast), Rc::from(file));
        let named = ast.iter_fn_def().filter(|function| rhai::is_valid_function_name(&function.name));
        let mut functions: Vec<(Spot, Rc<str>)> =
            named.map(|function| (spot(function.body.start_position()), Rc::from(function.name.as_str()))).collect();
        functions.sort();
        // Whether each of the braces that are open is that of a `do`, after which its condition comes.
        let mut open = Vec::new();
        for (number, (token, at)) in tokens.iter().enumerate() {
            let before = number.checked_sub(1).map(|number| &tokens[number].0);
            if is_built(token, before) {
                self.texts.at(*at).push('+');
            }
            let ends_do = match token {
                Token::LeftBrace | Token::MapStart => {
                    open.push(matches!(before, Some(Token::Do)));
                    false
                }
                Token::RightBrace => open.pop().unwrap_or(false),
                _ => false,
            };
            let Some((next, next_at)) = tokens.get(number + 1) else { continue };
            let begins = match token {
                Token::LeftBrace => blocks.contains(at),
                Token::SemiColon => !matches!(next, Token::RightBrace),
                Token::RightBrace => is_first_of_statement(next) && !ends_do,
                _ => false,
            };
            // What stands before the first function is the top of the file, which is not profiled.
            let place = functions.partition_point(|(start, _)| start <= at);
            if let Some((start, function)) = place.checked_sub(1).map(|place| &functions[place])
                && begins
                && !matches!(next, Token::Fn | Token::Private)
            {
                let name = if start == at { ENTER } else { MARK };
                let mark = format!("{name}({}); ", self.places.len());
                self.texts.at(*next_at).insert_str(0, &mark);
                let line = u32::try_from(next_at.0).unwrap_or(u32::MAX);
                self.places.push(Place { file: Rc::clone(&file), line, function: Rc::clone(function) });
            }
        }
    }
}

/// Whether a token after a closing brace begins a statement of its own.
fn is_first_of_statement(token: &Token) -> bool {
    matches!(
        token,
        Token::Identifier(_)
            | Token::Let
            | Token::Const
            | Token::If
            | Token::Switch
            | Token::While
            | Token::Loop
            | Token::For
            | Token::Do
            | Token::Continue
            | Token::Break
            | Token::Return
            | Token::Throw
            | Token::Try
    ) || matches!(token, Token::Reserved(name) if &***name == "this")
}

/// Whether a token begins a list, a map or a text with parts.
fn is_built(token: &Token, before: Option<&Token>) -> bool {
    match token {
        Token::InterpolatedString(_) | Token::MapStart => true,
        // After a value it is the place in a list.
        Token::LeftBracket => !matches!(
            before,
            Some(
                Token::Identifier(_)
                    | Token::RightParen
                    | Token::RightBracket
                    | Token::RightBrace
                    | Token::StringConstant(_)
                    | Token::Reserved(_)
            )
        ),
        _ => false,
    }
}
