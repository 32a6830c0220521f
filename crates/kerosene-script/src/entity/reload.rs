//! A script's file has changed.

use super::language::RhaiLanguage;
use super::memory::FieldRow;
use super::version::Version;
use kerosene_entity::Value;
use kerosene_framework::ScriptError;
use std::rc::Rc;

impl RhaiLanguage {
    /// Takes a script's file as it is now, once the old version's scripts have ended.
    pub(super) fn take_anew(&self, name: &str, end_old: &mut dyn FnMut()) -> Result<bool, ScriptError> {
        let Some(version) = self.compile(name).map_err(ScriptError::new)? else { return Ok(false) };
        end_old();
        self.replace(name, version);
        Ok(true)
    }

    fn replace(&self, name: &str, version: Version) {
        // Instances that have not ended keep their fields by name.
        if let Some(number) = self.number(name) {
            let rows = vec![FieldRow::new(Value::None); version.layout.len()];
            self.memory.borrow_mut().migrate(number, &version.layout, &rows);
        }
        self.put(name, Some(Rc::new(version)), false);
    }
}
