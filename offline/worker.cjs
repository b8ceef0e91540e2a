// Writes the service worker of a built site: it keeps what practice and the rules need, under the name of this build, and
// leaves everything else to the network. `node offline/worker.cjs target/site`, with Workbox to be found.
const { createHash } = require("node:crypto");
const { readdirSync } = require("node:fs");
const { join } = require("node:path");
const { generateSW } = require("workbox-build");

const site = process.argv[2];
const built = readdirSync(join(site, "pkg")).filter((name) => /\.(css|js|wasm)$/.test(name)).sort();
// The names of built files carry the hash of what is in them, and the pages are of the same build.
const revision = createHash("sha256").update(built.join("\n")).digest("hex").slice(0, 16);

generateSW({
  swDest: join(site, "sw.js"),
  mode: "production",
  sourcemap: false,
  inlineWorkboxRuntime: true,
  cacheId: "flychess",
  cleanupOutdatedCaches: true,
  // A new build waits until the player takes it: nothing changes under a running match.
  skipWaiting: false,
  clientsClaim: true,
  globDirectory: site,
  globPatterns: ["pkg/*.{css,js,wasm}", "*.{svg,png,webmanifest}"],
  dontCacheBustURLsMatching: /^pkg\//,
  maximumFileSizeToCacheInBytes: 8 << 20,
  additionalManifestEntries: ["/offline", "/practice", "/rules"].map((url) => ({ url, revision })),
  directoryIndex: null,
  ignoreURLParametersMatching: [/^to$/],
  runtimeCaching: [
    {
      urlPattern: ({ request }) => request.mode === "navigate",
      handler: async ({ request }) => {
        try {
          return await fetch(request);
        } catch {
          const { pathname } = new URL(request.url);
          return Response.redirect(`/offline?to=${encodeURIComponent(pathname)}`);
        }
      },
    },
  ],
}).then(({ count, size, warnings }) => {
  for (const warning of warnings) console.error(warning);
  if (warnings.length > 0) process.exit(1);
  console.log(`sw.js keeps ${count} files, ${Math.round(size / 1000)} kB before compression`);
});
