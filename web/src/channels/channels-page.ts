/** /docs/channels: AsyncAPI's viewer over the documents of the trading interfaces at this address, one of each dialect. */
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import Viewer from "@asyncapi/react-component/lib/esm/without-parser.js";
import "@asyncapi/react-component/styles/default.min.css";
import examples from "../../../docs/asyncapi/examples.json";
import { loadSettings } from "../api/settings.ts";
import { linkDocument } from "./linked-document.ts";
import type { ServedDocument } from "./linked-document.ts";
import "./channels-page.css";

const CONFIG = { show: { sidebar: false, schemas: false }, expand: { messageExamples: true } };

const placeOf = (id: string): HTMLElement => {
  const place = document.getElementById(id);
  if (place === null) throw new Error(`the page has no place ${id}`);
  return place;
};

const note = placeOf("note");
const choice = placeOf("dialect") as HTMLSelectElement;
const root = createRoot(placeOf("viewer"));

/** Number of the last choice: an answer that comes late for an earlier one is not shown. */
let chosen = 0;

async function show(dialect: string): Promise<void> {
  const number = ++chosen;
  const address = `/${dialect}/trading`;
  note.textContent = `The channels of the dialect ${dialect} are loading.`;
  const answer = await fetch(`${address}/asyncapi.json`);
  if (!answer.ok) throw new Error(`${address} was answered with status ${answer.status}`);
  const served: ServedDocument = await answer.json();
  if (number !== chosen) return;
  root.render(createElement(Viewer, { schema: linkDocument(served, examples), config: CONFIG }));
  note.textContent = `Channels of the dialect ${dialect}, at ${location.origin.replace(/^http/, "ws")}.`;
}

async function start(): Promise<void> {
  const { addresses } = await loadSettings();
  choice.append(...Object.keys(addresses).map((dialect) => new Option(dialect)));
  const showChosen = (): void => void show(choice.value).catch(explain);
  choice.addEventListener("change", showChosen);
  showChosen();
}

function explain(error: unknown): void {
  note.textContent = `The channels were not loaded: ${String(error)}`;
}

void start().catch(explain);
