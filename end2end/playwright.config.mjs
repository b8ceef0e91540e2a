// Runs the tests in a real browser against the really built server, on a port that is free now.
import { createServer } from "node:net";
import { defineConfig, devices } from "@playwright/test";
import { system } from "./chromium.mjs";

// Workers read this file again and must find the same port.
process.env.FLYCHESS_PORT ??= String(await freePort());
const address = `127.0.0.1:${process.env.FLYCHESS_PORT}`;

export default defineConfig({
  testDir: "tests",
  timeout: 30_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://${address}`,
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
    command: "exec target/release/flychess serve",
    cwd: "..",
    env: { LEPTOS_SITE_ADDR: address },
    url: `http://${address}/healthz`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
    stdout: "pipe",
  },
});

/** A port that nobody listens on at the moment. */
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
