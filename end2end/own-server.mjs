// A server of a test's own: with its own store, which outlives the server, and a short clock if the test wants one.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The server's program. */
export const program = resolve(root, process.env.FLYCHESS_PROGRAM ?? "target/release/flychess");

/** Whether the program was built for tests, so that its clock can be set and its seed fixed. */
export function isForTests() {
  return execFileSync(program, ["serve", "--help"], { encoding: "utf8" }).includes("--test-clock-ms");
}

export class OwnServer {
  /** Starts one; `clockMs`, and the `seed` of every match, need a program that was built for tests. */
  static async start({ clockMs, seed } = {}) {
    const server = new OwnServer();
    server.folder = mkdtempSync(join(tmpdir(), "flychess-"));
    server.address = `127.0.0.1:${await freePort()}`;
    server.url = `http://${server.address}`;
    server.arguments = ["serve", "--database", join(server.folder, "store.db")];
    if (clockMs) server.arguments.push("--test-clock-ms", String(clockMs));
    if (seed) server.arguments.push("--test-seed", seed);
    await server.restart();
    return server;
  }

  /** Starts the program, again with the same store. */
  async restart() {
    const env = { ...process.env, LEPTOS_SITE_ADDR: this.address };
    this.process = spawn(program, this.arguments, { cwd: root, env, stdio: "ignore" });
    this.gone = new Promise((gone) => this.process.once("exit", gone));
    for (let tries = 0; tries < 200; tries += 1) {
      if (await answers(`${this.url}/readyz`)) return;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error("the server does not answer");
  }

  /** Ends the program at once, as a failing machine would. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.gone;
  }

  /** Ends it, and removes its store. */
  async stop() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** A port that nobody listens on at the moment. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
