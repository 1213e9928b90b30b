/** The entry point of the operators' console. */
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { startPage } from "../start-page.tsx";
import { ConsoleTextProvider } from "./console-text-provider.tsx";
import { Console } from "./console.tsx";
import { OperatorProvider } from "./operator-session.tsx";
import "../styles/admin.css";

startPage(
  <Router hook={useHashLocation}>
    <OperatorProvider>
      <ConsoleTextProvider>
        <Console />
      </ConsoleTextProvider>
    </OperatorProvider>
  </Router>,
  { staleTime: 2_000, retry: false },
);
