//! Menus without a pointer: up and down lead from row to row, left and right along a row.
//!
//! What can be chosen is noted as it is drawn, so that rows are those that one sees. egui's own way goes to what lies nearest in
//! a direction, which misses what is short and far off; and through all of it in order is a long way where a row has four
//! choices.

use egui::{Context, FocusDirection, Id, Key, Rect, Response};

/// How far a page that has opened is with giving its first entry the focus.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum FirstFocus {
    /// What had it on the page before is to lose it.
    Opened,
    /// Nothing has it yet: the first picture of a page only measures, and what is on it takes none.
    Waiting,
    #[default]
    Given,
}

impl FirstFocus {
    /// Moves the focus as keys say, before a page is drawn. Whoever has no pointer begins at the first entry of a page, and
    /// finds it again where nothing has the focus.
    pub(super) fn follow(&mut self, context: &Context) {
        let stops = context.data_mut(|data| data.remove_temp::<Vec<Stop>>(Id::NULL)).unwrap_or_default();
        let focused = context.memory(egui::Memory::focused);
        if *self == Self::Opened {
            focused.into_iter().for_each(|id| context.memory_mut(|memory| memory.surrender_focus(id)));
            *self = Self::Waiting;
            return;
        }
        // A slow picture may see several presses.
        let presses = |key| context.input(|input| input.num_presses(key));
        let [up, down] = [Key::ArrowUp, Key::ArrowDown].map(presses);
        let current = stops.iter().position(|stop| Some(stop.id) == focused);
        let next = match current {
            Some(at) => moved(&stops, at, down, up),
            None if focused.is_none() => {
                let moves = up + down + presses(Key::ArrowLeft) + presses(Key::ArrowRight) > 0;
                (moves || *self == Self::Waiting).then_some(0)
            }
            None => None,
        };
        let next = next.and_then(|at| stops.get(at));
        if focused.is_some() || next.is_some() {
            *self = Self::Given;
        }
        context.memory_mut(|memory| {
            if up + down > 0 {
                memory.move_focus(FocusDirection::None);
            }
            next.into_iter().for_each(|stop| memory.request_focus(stop.id));
        });
    }
}

/// Something that can be chosen, where it was in the last picture.
#[derive(Debug, Clone, Copy)]
struct Stop {
    id: Id,
    rect: Rect,
    /// Left and right change it, and so do not lead away from it.
    turns: bool,
}

impl Stop {
    fn shares_row_with(&self, other: &Self) -> bool {
        let apart = (self.rect.center().y - other.rect.center().y).abs();
        apart < self.rect.height().max(other.rect.height()) / 2.0
    }
}

/// Where so many steps down and up lead from a stop; none where they lead nowhere else.
fn moved(stops: &[Stop], from: usize, down: usize, up: usize) -> Option<usize> {
    let steps =
        |at, times, to: fn(&[Stop], usize) -> Option<usize>| (0..times).fold(at, |at, _| to(stops, at).unwrap_or(at));
    let at = steps(steps(from, down, below), up, above);
    (at != from).then_some(at)
}

/// The first of the next row; first what stands beside one that left and right do not lead away from.
fn below(stops: &[Stop], at: usize) -> Option<usize> {
    let from = &stops[at];
    let next = stops[at + 1..].iter().position(|stop| from.turns || !stop.shares_row_with(from))?;
    Some(at + 1 + next)
}

/// The first of the row before.
fn above(stops: &[Stop], at: usize) -> Option<usize> {
    let last = stops[..at].iter().rposition(|stop| !stop.shares_row_with(&stops[at]))?;
    stops.iter().position(|stop| stop.shares_row_with(&stops[last]))
}

/// Notes something that can be chosen, and brings it into view when it gets the focus: pages are longer than screens.
pub(super) fn reachable(response: Response) -> Response {
    note(response, false)
}

/// As [`reachable`], for what left and right change.
pub(super) fn reachable_and_turned(response: Response) -> Response {
    note(response, true)
}

fn note(response: Response, turns: bool) -> Response {
    let stop = Stop { id: response.id, rect: response.rect, turns };
    response.ctx.data_mut(|data| data.get_temp_mut_or_default::<Vec<Stop>>(Id::NULL).push(stop));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of so many stops each; those whose number is listed turn.
    fn page(rows: &[usize], turning: &[usize]) -> Vec<Stop> {
        let places = rows.iter().enumerate().flat_map(|(row, &count)| (0..count).map(move |column| (row, column)));
        let stop = |(number, (row, column)): (usize, (usize, usize))| {
            let height = 20.0 + 6.0 * (column % 2) as f32;
            let center = egui::pos2(50.0 * column as f32, 30.0 * row as f32);
            let rect = Rect::from_center_size(center, egui::vec2(40.0, height));
            Stop { id: Id::unique(number), rect, turns: turning.contains(&number) }
        };
        places.enumerate().map(stop).collect()
    }

    #[test]
    fn up_and_down_lead_to_the_first_of_a_row() {
        let stops = page(&[4, 1, 3, 1], &[]);
        let down: Vec<_> = (0..9).map(|at| below(&stops, at)).collect();
        assert_eq!(down, [Some(4), Some(4), Some(4), Some(4), Some(5), Some(8), Some(8), Some(8), None]);
        let up: Vec<_> = (0..9).map(|at| above(&stops, at)).collect();
        assert_eq!(up, [None, None, None, None, Some(0), Some(4), Some(4), Some(4), Some(5)]);
        assert_eq!((moved(&stops, 2, 2, 0), moved(&stops, 0, 9, 0), moved(&stops, 4, 2, 2)), (Some(5), Some(8), None));
    }

    #[test]
    fn what_stands_beside_a_slider_is_reached_from_it() {
        let stops = page(&[2, 2], &[0, 2]);
        let down: Vec<_> = (0..4).map(|at| below(&stops, at)).collect();
        assert_eq!(down, [Some(1), Some(2), Some(3), None]);
    }
}
