//! Events between scripts.

use super::hand::ask;
use super::{Api, Group, row};
use kerosene_framework::SubscriptionId;
use rhai::{FLOAT, INT};

pub(super) fn register(api: &mut Api<'_>) {
    let help = "Tells every script that listens, there and then, in the order in which they subscribed; the source is the entity. Listeners that are running, the script itself among them, hear of it when they are done.";
    let publish = row(
        Group::Events,
        "publish_event",
        "(name: string, text: string, number: float)",
        help,
        "publish_event(\"collected\", \"\", 10.0)",
    );
    api.add(publish, |name: &str| ask(|context| context.publish_event(name, "", 0.0)));
    api.again("publish_event", |name: &str, text: &str| ask(|context| context.publish_event(name, text, 0.0)));
    api.again("publish_event", |name: &str, text: &str, number: FLOAT| {
        ask(|context| context.publish_event(name, text, number))
    });
    let help = "Lets the script's `on_event(name, source, text, number)` hear of every event. The subscription ends with the script.";
    let subscribe = row(Group::Events, "subscribe_events", "() -> subscription", help, "subscribe_events() != 0");
    api.add(subscribe, || ask(|context| context.subscribe_events().to_bits().cast_signed()));
    let help = "Lets the script hear of events of one name only.";
    let subscribe = row(
        Group::Events,
        "subscribe_event",
        "(name: string) -> subscription",
        help,
        "subscribe_event(\"collected\") != 0",
    );
    api.add(subscribe, |name: &str| ask(|context| context.subscribe_event(name).to_bits().cast_signed()));
    let help = "Ends a subscription, at once. False if it is over.";
    let end = row(
        Group::Events,
        "unsubscribe",
        "(subscription: subscription) -> bool",
        help,
        "unsubscribe(subscribe_events())",
    );
    api.add(end, |bits: INT| ask(|context| context.unsubscribe(SubscriptionId::from_bits(bits.cast_unsigned()))));
}
