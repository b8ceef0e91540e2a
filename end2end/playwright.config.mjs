// Runs the tests in a real browser against the really built server, on a port that is free now.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { system } from "./chromium.mjs";
import { freePort, program } from "./own-server.mjs";

// Workers read this file again and must find the same port.
process.env.FLYCHESS_PORT ??= String(await freePort());
process.env.FLYCHESS_STORE ??= mkdtempSync(join(tmpdir(), "flychess-"));
const address = `127.0.0.1:${process.env.FLYCHESS_PORT}`;

export default defineConfig({
  testDir: "tests",
  // Enough for a machine that is busy with other things; a test that passes needs a small part of it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A machine that is busy with other things may let a page wait too long; what passes the second time is called flaky.
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  workers: 2,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://${address}`,
    // What is kept for times without a network is tried by itself (offline.spec.mjs); elsewhere a test sees what it asks for.
    serviceWorkers: "block",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: system(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `exec "${program}" serve`,
    cwd: "..",
    env: { LEPTOS_SITE_ADDR: address, FLYCHESS_DATABASE: join(process.env.FLYCHESS_STORE, "store.db") },
    url: `http://${address}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
  },
});
