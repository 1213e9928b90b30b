/** Starts the operators' console, which is a page of its own at the operator's address. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LanguageProvider } from "../text/language.tsx";
import { applyTheme, readTheme } from "../theme.ts";
import { Console } from "./console.tsx";
import { OperatorProvider } from "./operator-session.tsx";
import "../styles/base.css";
import "../styles/layout.css";
import "../styles/parts.css";
import "../styles/admin.css";

applyTheme(readTheme());
// The exchange is often on this very machine: whether the browser thinks that it is online says nothing about it.
const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 2_000, retry: false, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place for its content");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <Router hook={useHashLocation}>
          <OperatorProvider>
            <Console />
          </OperatorProvider>
        </Router>
      </LanguageProvider>
    </QueryClientProvider>
  </StrictMode>,
);
