//! The service as browsers meet it: its real router on a port, a real database, real sockets.
#![cfg(feature = "ssr")]

mod accounts;
mod clock;
mod connections;
mod functions;
mod games;
mod identity;
mod invitations;
mod live;
#[path = "../online/mod.rs"]
mod online;
mod queue;
mod records;
mod restart;
mod scores;
mod secrecy;
mod watching;
