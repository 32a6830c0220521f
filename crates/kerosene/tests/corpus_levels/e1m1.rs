//! `e1m1` of Quake from its start to its slipgate, on foot: no wires pulled, nothing shot, nobody moved but by walking.
//!
//! The level is as its author left it; the importer's table alone says what its classes are here.

use super::corpus;
use super::playthrough::Playthrough;
use kerosene::math::Vec3;
use std::path::Path;
use tempfile::TempDir;

/// A stop of the route, and what is to be seen from there.
struct Stop {
    /// Where to, on the floor plan.
    to: (f32, f32),
    sees: &'static [Sees],
}

/// Something that a player waits for, a few seconds at most.
enum Sees {
    /// Somebody who leans this way presses what is there.
    Leaning(f32, f32),
    /// A mover of a class that is here at rest is so far from there.
    Moved(&'static str, [f32; 3], Vec3),
    /// The player stands at a height: carried up or down to it.
    Height(f32),
    /// Somebody who looks this way, at the height of the eyes, uses what is there.
    Using(f32, f32),
    /// A text was shown so many times.
    Read(&'static str, usize),
    /// A lamp is on or off.
    Lamp([f32; 3], bool),
}

use Sees::{Height, Lamp, Leaning, Moved, Read, Using};

const fn stop(x: f32, y: f32, sees: &'static [Sees]) -> Stop {
    Stop { to: (x, y), sees }
}

const SECRET: &str = "You found a secret area!";

/// From the first room to the end of the slipgate.
const ROUTE: &[Stop] = &[
    // The first room and the double door, which opens for whoever comes near.
    stop(484.0, 44.0, &[]),
    stop(404.0, 540.0, &[Moved("door", [232.0, 540.0, 64.0], Vec3::ZERO)]),
    stop(
        244.0,
        560.0,
        &[
            Moved("door", [232.0, 513.0, 64.0], Vec3::new(0.0, -96.0, 0.0)),
            Moved("door", [232.0, 640.0, 64.0], Vec3::new(0.0, 94.0, 0.0)),
        ],
    ),
    // The lift: a door of a floor that a button sends down.
    stop(
        0.0,
        576.0,
        &[
            Leaning(-100.0, 576.0),
            Moved("button", [-62.0, 576.0, 48.0], Vec3::new(-4.0, 0.0, 0.0)),
            Moved("door", [0.0, 576.0, -120.0], Vec3::new(0.0, 0.0, -232.0)),
            Height(-232.0),
        ],
    ),
    stop(4.0, 572.0, &[]),
    stop(6.0, 700.0, &[Height(-224.0)]),
    // Outside, over the bridge, through the second double door.
    stop(68.0, 1020.0, &[]),
    stop(100.0, 1068.0, &[]),
    stop(84.0, 1436.0, &[]),
    stop(4.0, 1516.0, &[]),
    stop(148.0, 1740.0, &[Moved("door", [0.0, 576.0, -120.0], Vec3::ZERO)]),
    stop(
        148.0,
        1868.0,
        &[
            Moved("door", [70.0, 1800.0, -144.0], Vec3::new(-96.0, 0.0, 0.0)),
            Moved("door", [190.0, 1800.0, -144.0], Vec3::new(94.0, 0.0, 0.0)),
        ],
    ),
    // The platform that takes one up to the balcony.
    stop(-172.0, 2108.0, &[]),
    stop(-252.0, 2364.0, &[]),
    stop(-172.0, 2668.0, &[]),
    stop(-284.0, 2684.0, &[Moved("platform", [-544.0, 2656.0, -48.0], Vec3::new(0.0, 0.0, -152.0))]),
    stop(-500.0, 2654.0, &[]),
    stop(-544.0, 2654.0, &[Moved("platform", [-544.0, 2656.0, -48.0], Vec3::ZERO), Height(32.0)]),
    // On the balcony a trigger opens a closet and switches the lamps there.
    stop(-556.0, 2352.0, &[Lamp([8.0, 2352.0, 200.0], true)]),
    stop(
        112.0,
        2352.0,
        &[Lamp([8.0, 2352.0, 200.0], false), Moved("door_secret", [200.0, 2368.0, 80.0], Vec3::new(16.0, -128.0, 0.0))],
    ),
    stop(240.0, 2352.0, &[]),
    stop(112.0, 2352.0, &[]),
    // Down from it, to the button that pushes the bridge out over the slime.
    stop(-156.0, 2364.0, &[Height(32.0)]),
    stop(-172.0, 2428.0, &[]),
    stop(-172.0, 2668.0, &[Height(-96.0)]),
    stop(
        -100.0,
        2700.0,
        &[
            Moved("door", [160.0, 2756.0, -88.0], Vec3::new(0.0, -240.0, 0.0)),
            Leaning(-48.0, 2620.0),
            Moved("button", [-48.0, 2662.0, -32.0], Vec3::new(0.0, -4.0, 0.0)),
            Moved("door", [160.0, 2756.0, -88.0], Vec3::ZERO),
        ],
    ),
    stop(-48.0, 2750.0, &[]),
    stop(160.0, 2796.0, &[Height(-80.0)]),
    stop(420.0, 2796.0, &[Height(-80.0)]),
    // Past the trigger that opens the vault, which is behind a secret door.
    stop(772.0, 2780.0, &[]),
    stop(836.0, 2716.0, &[]),
    stop(836.0, 2460.0, &[Moved("door", [584.0, 2488.0, -64.0], Vec3::new(0.0, 104.0, 0.0)), Read(SECRET, 0)]),
    stop(
        788.0,
        2476.0,
        &[Using(760.0, 2476.0), Moved("door_secret", [760.0, 2480.0, -56.0], Vec3::new(-16.0, 96.0, 0.0))],
    ),
    stop(620.0, 2476.0, &[Read(SECRET, 1)]),
    stop(548.0, 2476.0, &[]),
    // It has shut behind, or is about to; where it comes back nobody may stand.
    stop(
        700.0,
        2476.0,
        &[
            Moved("door_secret", [760.0, 2480.0, -56.0], Vec3::ZERO),
            Using(760.0, 2476.0),
            Moved("door_secret", [760.0, 2480.0, -56.0], Vec3::new(-16.0, 96.0, 0.0)),
        ],
    ),
    stop(788.0, 2476.0, &[]),
    // Down the spiral. On each landing a step comes up and a lamp changes; on three of them is a button.
    stop(836.0, 2412.0, &[Moved("door", [748.0, 1996.0, -124.0], Vec3::new(0.0, 0.0, -16.0)), Read("more to go", 0)]),
    stop(
        804.0,
        2012.0,
        &[
            Moved("door", [748.0, 1996.0, -124.0], Vec3::ZERO),
            Leaning(804.0, 1900.0),
            Moved("button", [800.0, 1988.0, -128.0], Vec3::new(0.0, -4.0, 0.0)),
            Read("Only 2 more to go...", 1),
        ],
    ),
    stop(804.0, 2040.0, &[]),
    stop(
        1230.0,
        2044.0,
        &[
            Moved("door", [1284.0, 1996.0, -188.0], Vec3::ZERO),
            Leaning(1340.0, 2044.0),
            Moved("button", [1292.0, 2048.0, -192.0], Vec3::new(4.0, 0.0, 0.0)),
            Read("Only 1 more to go...", 1),
            Moved("door", [824.0, 1880.0, -376.0], Vec3::ZERO),
        ],
    ),
    stop(1240.0, 2100.0, &[]),
    stop(
        1220.0,
        2476.0,
        &[
            Moved("door", [1284.0, 2500.0, -252.0], Vec3::ZERO),
            Leaning(1220.0, 2600.0),
            Moved("button", [1232.0, 2508.0, -256.0], Vec3::new(0.0, 4.0, 0.0)),
            Read("Sequence completed!", 1),
        ],
    ),
    stop(868.0, 2412.0, &[Moved("door", [780.0, 2500.0, -316.0], Vec3::ZERO)]),
    // Out through the door that the three of them have opened, into the hall of the slipgate.
    stop(820.0, 1916.0, &[Moved("door", [824.0, 1880.0, -376.0], Vec3::new(-136.0, 0.0, 0.0))]),
    stop(820.0, 1788.0, &[]),
    stop(1316.0, 1708.0, &[Moved("door", [1096.0, 1024.0, -216.0], Vec3::ZERO)]),
    // One of its doors has opened elsewhere; a secret door is before it, and a secret behind.
    stop(
        1316.0,
        1024.0,
        &[
            Moved("door", [1096.0, 1024.0, -216.0], Vec3::new(0.0, -120.0, 0.0)),
            Leaning(1100.0, 1024.0),
            Using(1100.0, 1024.0),
            Moved("door_secret", [1112.0, 1024.0, -216.0], Vec3::new(-16.0, 64.0, 0.0)),
        ],
    ),
    stop(1060.0, 1024.0, &[Read(SECRET, 2), Read("Walk into the slipgate to exit.", 0)]),
    stop(1316.0, 1024.0, &[]),
    stop(1316.0, 700.0, &[Read("Walk into the slipgate to exit.", 1)]),
];

/// Both levels compiled.
fn content(corpus: &Path) -> TempDir {
    corpus::content(["e1m1", "e1m2"].map(|name| corpus.join(format!("quake/id/{name}.map"))).iter())
}

impl Playthrough {
    fn make_stop(&mut self, stop: &Stop) {
        let (x, y) = stop.to;
        self.walk_to(x, y);
        for sight in stop.sees {
            let what = |what: &str| format!("{what}, from {:?}", stop.to);
            match *sight {
                Leaning(x, y) => self.lean_towards((x, y), 1.0),
                Moved(class, place, by) => {
                    let mover = self.brush_at(class, place);
                    let is_there = |play: &Self| play.shift_of(mover) == Some(by);
                    self.wait_until(&what(&format!("the {class} at {place:?} has moved by {by}")), 6.0, is_there);
                }
                Height(z) => {
                    let is_there = |play: &Self| (play.place().z - z).abs() < 0.1;
                    self.wait_until(&what(&format!("the player is at height {z}")), 1.0, is_there);
                }
                Using(x, y) => self.press_use_at([x, y, self.player().state.eye().z]),
                Read(text, times) => assert_eq!(self.times_read(text), times, "{}", what(text)),
                Lamp(place, on) => {
                    let (entities, place) = (self.engine.entities().unwrap(), Vec3::from_array(place));
                    let lamp = entities.entities().find(|&lamp| entities.origin(lamp) == place).unwrap();
                    assert_eq!(entities.is_enabled(lamp), on, "{}", what("the lamp"));
                }
            }
        }
    }
}

/// Plays it to the end.
pub(super) fn play(corpus: &Path) -> Playthrough {
    let mut play = Playthrough::begin(content(corpus), "e1m1");
    for stop in ROUTE {
        play.make_stop(stop);
    }
    assert_eq!(play.engine.map_name(), Some("e1m1"));
    play.walk_until("through the slipgate", (1316.0, 400.0), |play| play.engine.map_name() == Some("e1m2"));
    play
}

#[test]
fn it_is_played_from_its_start_to_its_exit() {
    let Some(corpus) = corpus::folder() else { return };
    let play = play(&corpus);
    assert_eq!(play.player().condition.health, 100.0);
    // Every wire leads to something that knows what to do.
    assert_eq!(play.times_read("takes no input"), 0);
}
