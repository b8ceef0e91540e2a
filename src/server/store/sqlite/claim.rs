//! One server to a database: two would both run the clocks of its matches.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::OpenError;
use super::open::make_folder;

/// The right to serve a database, held as long as this lives. The system frees it when the process ends, however it
/// does. Looking after a database (`check`, `backup`) needs none.
#[derive(Debug)]
pub struct Claim(#[expect(dead_code, reason = "the system holds the lock as long as the file is open")] File);

impl Claim {
    /// Takes it, by a lock on a file beside the database.
    ///
    /// # Errors
    ///
    /// [`OpenError::Taken`] when another server has it; others when the file cannot be made.
    pub fn take(database: &Path) -> Result<Self, OpenError> {
        make_folder(database)?;
        let mut name = database.as_os_str().to_owned();
        name.push(".lock");
        let unusable = |cause| OpenError::Lock(name.clone().into(), cause);
        let options = File::options().create(true).write(true).truncate(false).clone();
        let file = options.open(&name).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(OpenError::Taken(database.to_owned())),
            Err(TryLockError::Error(cause)) => Err(unusable(cause)),
        }
    }
}
