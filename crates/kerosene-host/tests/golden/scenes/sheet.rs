//! The sheet of real levels: of each the view from its start, for the book. Too many to compare with at each test; five of
//! them are compared, see [`super::corpus`].

use super::corpus::View;

/// Whose levels they are, and on which terms.
pub(crate) struct Source {
    /// Game or collection.
    pub(crate) title: &'static str,
    /// Who made them, and the licence.
    pub(crate) credit: &'static str,
    pub(crate) views: &'static [View],
}

const fn view(name: &'static str, what: &'static str, file: &'static str) -> View {
    View { name, what, file, from: None }
}

/// All of them, in the order of the page.
pub(crate) const SOURCES: &[Source] = &[
    Source {
        title: "Quake",
        credit: "id Software, GPL-2",
        views: &[
            view("corpus-e1m1", "`e1m1`, The Slipgate Complex", "quake/id/e1m1.map"),
            view("sheet-e1m2", "`e1m2`, Castle of the Damned", "quake/id/e1m2.map"),
            view("corpus-e1m7", "`e1m7`, The House of Chthon", "quake/id/e1m7.map"),
            view("sheet-e2m1", "`e2m1`, The Installation", "quake/id/e2m1.map"),
            view("corpus-e3m5", "`e3m5`, The Wind Tunnels", "quake/id/e3m5.map"),
            view("sheet-start", "`start`, the hall of episodes", "quake/id/start.map"),
            view("sheet-dm4", "`dm4`, The Bad Place", "quake/id/dm4.map"),
        ],
    },
    Source {
        title: "Quake, by its community",
        credit: "spacehare (MIT), LibreQuake (BSD-3), ericw-tools (GPL)",
        views: &[
            view("sheet-q30-junction", "`q30_junction` by spacehare", "valve220/spacehare/q30_junction.map"),
            view("sheet-scj-rabbit", "`scj_rabbit` by spacehare", "valve220/spacehare/scj_rabbit.map"),
            view("sheet-e3m4", "LibreQuake's `e3m4`", "valve220/ericw/e3m4.map"),
            view("sheet-base1-test", "`base1-test` of ericw-tools, Quake II's format", "quake/ericw/base1-test.map"),
        ],
    },
    Source {
        title: "Nazi Zombies: Portable",
        credit: "NZ:P Team, CC BY-SA 4.0; entities and textures as in Half-Life",
        views: &[
            view("corpus-lexi-overlook", "`lexi_overlook`", "valve220/nzp/lexi_overlook.map"),
            view("corpus-nzp-warehouse", "`nzp_warehouse`", "valve220/nzp/nzp_warehouse.map"),
            view("sheet-nzp-xmas2", "`nzp_xmas2`", "valve220/nzp/nzp_xmas2.map"),
            view("sheet-wahnsinn", "`wahnsinn`", "valve220/nzp/wahnsinn.map"),
        ],
    },
    Source {
        title: "Nexuiz, with Quake III's patches",
        credit: "Alientrap and contributors (`accident` and `ons-reborn` by Morphed), GPL-2 or later",
        views: &[
            view("sheet-accident", "`accident`", "quake3/nexuiz/accident.map"),
            view("sheet-ons-reborn", "`ons-reborn`, the largest of the corpus", "quake3/nexuiz/ons-reborn.map"),
            view("sheet-starship", "`starship`", "quake3/nexuiz/starship.map"),
            view("sheet-stormkeep2", "`stormkeep2`", "quake3/nexuiz/stormkeep2.map"),
        ],
    },
    Source {
        title: "Unvanquished",
        credit: "the Unvanquished team, CC BY-SA 3.0",
        views: &[view("sheet-plat23", "`plat23`, 189 patches", "quake3/unvanquished/plat23.map")],
    },
    Source {
        title: "Source",
        credit: "Lauri Räsänen, MIT",
        views: &[
            view("sheet-itemtest-d", "`itemtest_d`", "vmf/laurirasanen/itemtest_d.vmf"),
            view("sheet-jump-byte-a3", "`jump_byte_a3`", "vmf/laurirasanen/jump_byte_a3.vmf"),
        ],
    },
];
