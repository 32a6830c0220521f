//! Keys, mouse and gamepads, without any device.
