/** Starts the page: its settings first, since every part of it needs them. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { Unreachable } from "./api/client.ts";
import { LanguageProvider } from "./text/language.tsx";
import { applyTheme, readTheme } from "./theme.ts";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";

applyTheme(readTheme());
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What was refused is refused again; who cannot be reached may come back.
      retry: (failures, error) => error instanceof Unreachable && failures < 2,
    },
  },
});
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place for its content");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <App />
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
);
