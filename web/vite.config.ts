/** Builds the page into web/dist, which the exchange serves. During development `vite web` serves it alone. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Address of a running exchange, to which `vite web` forwards API requests. */
const EXCHANGE = process.env["PRESAGE_WEB_URL"] ?? "http://127.0.0.1:7000";
const proxied = { target: EXCHANGE, ws: true };

// Vite reads its settings from the default export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Components are written for React, and run on Preact: see docs/decisions/0066-the-page-runs-on-preact.md.
  resolve: {
    alias: {
      "react/jsx-runtime": "preact/jsx-runtime",
      "react-dom/client": "preact/compat/client",
      "react-dom": "preact/compat",
      react: "preact/compat",
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    manifest: true,
    rollupOptions: { input: [`${import.meta.dirname}/index.html`, `${import.meta.dirname}/admin.html`] },
  },
  server: {
    proxy: Object.fromEntries(
      ["/spec", "/polymarket", "/kuest", "/docs", "/settings.json"].map((path) => [path, proxied]),
    ),
  },
});
