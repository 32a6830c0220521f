//! The table of all codes: number, name, default severity, title.
//!
//! A row brings a constant, and the page `docs/book/src/diagnostics/<number>.md` into the program. Rows
//! stand in order of their numbers. A row may be added, and its title reworded (with its page's); its
//! number and meaning stay for good.

use crate::{Code, CodeInfo, Severity};

macro_rules! codes {
    ($($number:ident $name:ident $severity:ident $title:literal;)*) => {
        $(
            #[doc = concat!($title, ".\n\n`", stringify!($number), "`; reported as ", stringify!($severity), " by default.")]
            pub const $name: Code = Code(number_in(stringify!($number)));
        )*

        /// Every code there is, in order.
        pub const TABLE: &[CodeInfo] = &[
            $(CodeInfo {
                code: $name,
                severity: Severity::$severity,
                title: $title,
                page: include_str!(concat!("../../../docs/book/src/diagnostics/", stringify!($number), ".md")),
            },)*
        ];
    };
}

/// The number in the name of a row.
const fn number_in(name: &str) -> u16 {
    let [b'K', digits @ ..] = name.as_bytes() else { panic!("a code begins with K") };
    let mut number = 0;
    let mut place = 0;
    while place < digits.len() {
        number = number * 10 + (digits[place] - b'0') as u16;
        place += 1;
    }
    number
}

codes! {
    K0001 SYNTAX Error "Text that cannot be read";
    K0002 BAD_VALUE Error "A value of the wrong kind";
    K0003 MISSING_KEY Error "A required key is missing";
    K0004 NEWER_FORMAT Error "A file of a newer version";
    K0005 UNKNOWN_KEY Info "An unknown key or block is kept";
    K0006 TOO_LARGE Error "A file over the reader's limits";
    K0007 DUPLICATE_ID Warning "Two objects have one id";
    K0008 NOT_READ Error "A file could not be read";
    K0101 OMITTED_LAYER Info "A layer that is omitted from export is left out";
    K0102 PATCH_NOT_READ Warning "A curved surface of an unknown kind is not read";
    K0103 UNKNOWN_CLASS Info "An unknown class is kept as it is";
    K0104 KEY_DROPPED Info "A key without a counterpart is dropped";
    K0105 DISPLACEMENT_NOT_READ Warning "A displacement is left flat";
    K0106 INSTANCE_NOT_EXPANDED Warning "An instance is not expanded";
    K0107 TEXTURE_AXES_REPLACED Warning "Texture axes that span no plane are replaced";
    K0108 BAD_CONNECTION Warning "A wire that cannot be read is dropped";
    K0109 PRIMITIVE_NOT_READ Error "A body of an unknown kind is not read";
    K0110 BRUSH_NOT_READ Error "A brush that cannot be read is left out";
    K0111 COORDINATE_OUT_OF_RANGE Error "A coordinate that no map has";
    K0112 TEXTURE_NUMBER_REPLACED Warning "A texture number is replaced";
    K0113 NO_WORLD Warning "A map without a world";
    K0114 SECOND_WORLD Warning "A second world joins the first";
    K0115 UNKNOWN_LAYER Warning "A layer or group that is not there";
    K0116 LOOSE_BRUSHES Warning "Brushes outside every entity";
    K0117 LATIN_1 Info "Text that is not UTF-8";
    K0118 NOT_HELD Warning "A format that cannot hold all of a map";
    K0119 ENTITIES_ABSENT Info "Entities that the source game leaves out";
    K0120 DEAD_TARGET Info "A target that no entity is named";
    K0130 HIDDEN_LEFT_OUT Info "Hidden objects are left out";
    K0131 DISPLACEMENT_CARRIER Info "The other sides of a displaced brush are left out";
    K0132 DISPLACEMENT_START Warning "A displacement starts at no corner";
    K0133 INSTANCE_INCLUDED Info "An instance is included";
    K0134 INSTANCE_PARAMETER Warning "A parameter of an instance says nothing";
    K0150 PATCH_LEFT_OUT Warning "A curved patch is left out";
    K0151 PATCH_COARSE Warning "A curved patch is too large for the tolerance";
    K0152 PATCH_PIECES Info "Counts of pieces of patches are not followed";
    K0153 GAME_GUESSED Info "The game that a map belongs to was guessed";
    K0154 FLAGS_DROPPED Info "Flags that mean nothing in the map's game are dropped";
    K0155 FLAG_WITHOUT_COUNTERPART Info "A flag of a side has no counterpart";
    K0201 TOO_FEW_SIDES Warning "A brush with fewer than four sides";
    K0202 COLLINEAR_POINTS Warning "Plane points on one line";
    K0203 NO_VOLUME Warning "A brush that encloses no volume";
    K0204 OUTSIDE_WORLD Error "A brush outside the world's limits";
    K0205 DUPLICATE_PLANE Warning "Two sides of a brush on one plane";
    K0206 MIXED_CONTENTS Warning "Mixed contents on one brush";
    K0207 REDUNDANT_SIDE Info "A side without a face";
    K0210 OFF_GRID Info "Corners off the grid";
    K0211 THIN_BRUSH Warning "A brush thinner than one unit";
    K0212 SMALL_FACE Info "A face too small to see";
    K0213 DUPLICATE_BRUSH Warning "Two brushes in one place";
    K0214 MANY_SIDES Warning "A brush with very many sides";
    K0215 TEXTURE_EDGE_ON Warning "A texture seen edge-on";
    K0216 TEXTURE_SCALE Warning "A texture scale that is surely a slip";
    K0217 MATERIAL_NAME Warning "A material name that no file can have";
    K0218 MATERIAL_CASE Info "One material spelt in two ways";
    K0219 LIGHTMAP_SCALE Warning "A lightmap scale out of range";
    K0221 MISSPELT_CLASS Warning "A class name that is nearly a known one";
    K0222 EMPTY_KEY Warning "A value under an empty key";
    K0223 EMPTY_VALUE Info "A key without a value";
    K0224 DUPLICATE_KEY Warning "One key twice on one entity";
    K0225 QUOTES Warning "Quotation marks or control characters in a key or value";
    K0226 LONG_TEXT Info "A key or value that other games cannot read";
    K0227 BODY_ON_POINT_ENTITY Warning "Brushes on a point entity";
    K0228 STACKED_ENTITIES Warning "Two entities in one place";
    K0229 BAD_VECTOR Warning "A place or direction that is not three numbers";
    K0230 ENTITY_OUTSIDE_WORLD Warning "An entity outside the world's limits";
    K0231 SEVERAL_PLAYER_STARTS Info "More than one player start";
    K0232 COMPILED_MODEL Warning "A model number that only compiling writes";
    K0234 MISSING_TARGET Warning "A target that nothing in the map is named";
    K0235 UNUSED_NAME Info "A name that nothing speaks of";
    K0236 INCOMPLETE_WIRE Warning "A wire with a part missing";
    K0237 WIRE_TIMING Warning "A delay or count that a wire cannot have";
    K0238 DUPLICATE_WIRE Warning "One wire twice";
    K0239 PARENT_LOOP Warning "Entities that are their own parents";
    K0241 EMPTY_GROUP Info "A group that nothing belongs to";
    K0242 UNKNOWN_GROUP Warning "An object of a group that is not there";
    K0243 GROUP_LOOP Warning "Groups that lie in each other";
    K0245 CORDON_INSIDE_OUT Warning "A cordon that encloses nothing";
    K0246 CORDON_ACTIVE Info "A cordon is on";
    K0247 HIDDEN_OBJECTS Info "Hidden objects are compiled";
    K0248 MESH_FACE Warning "A mesh face without an area";
    K0249 MESH_VERTEX_DATA Warning "Vertex data that does not fit the vertices";
    K0301 FACE_COLLAPSED Warning "A face collapsed when it was rounded";
    K0302 NO_STRUCTURE Error "A map without structure";
    K0310 COMPILED_MAP_DAMAGED Error "A compiled map that cannot be read";
    K0401 LEAK Error "The map leaks";
    K0402 ENTITY_IN_SOLID Warning "An entity inside a solid";
    K0403 NO_ENTITY_INSIDE Warning "No entity to flood from";
    K0404 ENTITY_OUTSIDE Warning "An entity outside the map";
    K0405 EMPTY_BRUSH_ENTITY Warning "A brush entity without brushes";
    K0406 NO_CLASS_NAME Warning "An entity without a class";
    K0407 NO_PLAYER_START Warning "No player start";
    K0408 CRACK_CLOSED Info "A crack too narrow to see through is taken as closed";
    K0410 DEGENERATE_TRIANGLES Info "Triangles without area";
    K0411 MESH_OUTSIDE Info "A mesh outside the map";
    K0412 BAD_MESH Warning "A mesh that cannot be used";
    K0413 CROSSING_FACE Warning "A face that crosses itself";
    K0414 MESH_WITHOUT_USE Info "A mesh that nobody would notice";
    K0420 NO_ENCLOSURE Error "Nothing encloses the map";
    K0421 MICRO_LEAK Error "A gap under one unit leaks";
    K0430 CORDONED Warning "Only the cordon is compiled";
    K0431 TWO_SECTIONS Warning "A brush in two streamed sections";
    K0432 BAD_WALK_RULE Warning "An unknown walk rule";
    K0433 AREA_PORTAL_LEAKS Warning "An area portal that separates nothing";
    K0434 AREA_PORTAL_TOUCHES Warning "An area portal between more than two areas";
    K0450 SEALED_BY_DETAIL Warning "Nothing but detail keeps the void out";
    K0451 BRUSHES_OMITTED Info "Brushes that the author has left out";
    K0475 MAP_NAME Warning "A name that the runtime cannot load";
    K0501 LIMIT_EXCEEDED Error "A limit of the compiled format";
    K0502 NEAR_LIMIT Warning "Close to a limit of the compiled format";
    K0503 NOT_WRITTEN Error "A file could not be written";
    K0510 UNKNOWN_GAME_CLASS Warning "A class that the game does not have";
    K0511 UNREADABLE_KEY Warning "A key that an entity's class cannot read";
    K0512 UNREADABLE_WIRE Warning "A wire that the game cannot read";
    K0513 NAMES_NOBODY Warning "A key that names an entity that is not there";
    K0514 NO_BRUSH_MODEL Warning "A brush model that the map does not have";
    K0515 WIRE_TARGET Warning "A wire to nobody";
    K0516 WIRE_INPUT Warning "A wire to an input that its target does not take";
    K0517 WIRE_OUTPUT Warning "A wire on an output that never fires";
    K0518 WIRE_PARAMETER Warning "A wire whose value its input cannot read";
    K0519 WIRE_CIRCLE Warning "Wires in a circle without a delay";
    K0600 NO_CONTENT Error "No content folder";
    K0601 ARCHIVE_DAMAGED Error "An archive that cannot be read";
    K0602 NOT_PACKED Error "A file that cannot be packed";
    K0603 FOLDER_OUTSIDE Warning "A folder outside the content is left out";
    K0604 NO_PROGRAM Error "A program of the engine does not run";
    K0610 RESOURCE_DAMAGED Error "A resource that cannot be read";
    K0620 PICTURE_NOT_READ Error "A picture that cannot be read";
    K0621 MATERIAL_KEY_UNKNOWN Warning "A key that means nothing in a material or surface property";
    K0622 MATERIAL_KEY_FOREIGN Info "A key of another engine is read as ours";
    K0623 TEXTURE_NOT_FOUND Warning "A texture that a material names is not there";
    K0624 SURFACE_NOT_FOUND Warning "A surface property that is not there";
    K0625 MATERIAL_KEY_UNUSED Warning "A key that the material's shader does not look at";
    K0626 MATERIAL_CONTRADICTION Warning "Keys of a material that exclude each other";
    K0627 NO_TEXTURE_SET Error "Pictures that make no material";
    K0660 FOREIGN_NOT_READ Error "A texture of another game that cannot be read";
    K0661 NO_PALETTE Warning "A game's palette is not there";
    K0662 FOREIGN_TEXTURE_TWICE Info "Two textures of one name in an archive";
    K0663 MATERIAL_NOT_FOUND Warning "A material that is nowhere";
    K0664 WAD_NOT_FOUND Info "Archives of textures that are not there";
    K0680 MODEL_NOT_READ Error "A model's source that cannot be read";
    K0681 MODEL_PART_LEFT_OUT Warning "A part of a model that is left out";
    K0682 FLAT_TRIANGLES Info "Triangles without area are left out";
    K0683 HULL_COARSER Info "A hull that is coarser than what it holds";
    K0684 FLAT_COLLISION Warning "A flat piece that cannot be collided with";
    K0685 OPTION_NAMES_NOTHING Info "An option that names nothing in a model";
    K0686 NO_DETAIL_LEVELS Info "A model without coarser levels";
    K0700 SOUND_NOT_READ Error "A recording that cannot be read";
    K0701 SOUND_NAME_LIES Warning "A recording of another kind than its name says";
    K0702 SOUND_CLIPPED Warning "A sound is cut off at full scale";
    K0703 SOUND_LOST_TWICE Warning "A sound is made of a recording that has lost already";
    K0704 SOUND_LOOP Warning "Loop points that a sound does not have";
    K0705 SOUND_SCRIPT_KEY Warning "A sound script says what means nothing";
    K0706 SOUND_INCOMPLETE Warning "A recording that is not all there";
    K0720 RESULT_TWICE Error "Two sources with one result";
    K0721 BUILD_LOCKED Error "Another build in this project";
    K0722 RESULT_FOREIGN Error "A file in the place of a result";
    K0723 SOURCE_LEFT_OUT Warning "A file that is not built";
    K0724 BAD_OPTION Error "An option that cannot be used";
    K0725 STATE_DAMAGED Warning "Records of earlier builds are damaged";
    K0726 NOT_SHIPPED Error "A game that is not shipped";
    K0727 STEP_SKIPPED Warning "A step that was not tried";
    K0728 STAGE_ENDED Error "A stage that ended without a word";
    K0729 CACHE_UNUSABLE Warning "A folder of results that cannot be used";
    K0800 SCRIPT_SYNTAX Error "A script that does not compile";
    K0801 SCRIPT_CALL Error "A call of a function that is not there";
    K0802 SCRIPT_FAILED Error "A script that failed while it ran";
    K0901 INTERNAL Error "A fault in the compiler";
}
