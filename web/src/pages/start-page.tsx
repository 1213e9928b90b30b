/** Starts a page with the providers that all components need. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { DefaultOptions } from "@tanstack/react-query";
import { StrictMode } from "react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { LanguageProvider } from "../text/language.tsx";
import { applyTheme, readTheme } from "../base/theme.ts";
import "../styles/shared/base.css";
import "../styles/shared/layout.css";
import "../styles/shared/parts.css";

/** Sends requests even if the browser believes itself offline. The exchange often runs on the same machine. */
const networkMode = "always";

export function startPage(page: ReactNode, queries: DefaultOptions["queries"]): void {
  applyTheme(readTheme());
  const client = new QueryClient({
    defaultOptions: {
      queries: { ...queries, networkMode, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  });
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no place for its content");
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <LanguageProvider>{page}</LanguageProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}
