/** Opens live connections, valid and faulty ones, sends frames of every kind, and checks all received frames. */
import { connect } from "node:net";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import { STREAM_ERRORS } from "../../src/stream/frames/stream-errors.ts";
import { CHANNELS, drawMessage, drawSignIn } from "./drawn-messages.ts";
import type { ChannelPath } from "./drawn-messages.ts";
import type { Draw } from "./drawn-value.ts";
import { addFinding } from "./figures.ts";
import type { Figures, Finding } from "./figures.ts";
import { closeFrame, oddFrames, readFrames, textFrame } from "./frames.ts";
import type { ServerFrame } from "./frames.ts";
import { HOSTILE_HEADERS } from "./hostile-values.ts";
import { headerOf, readAnswer } from "./pipe.ts";
import { seedOf } from "./seed.ts";
import { allActors } from "./world.ts";
import type { FuzzPart } from "./worker.ts";
import type { Actor, World } from "./world.ts";

const PER_CONNECTION = 20;
const AT_ONCE = 12;
const DEADLINE_MS = 30_000;

export async function sendFrames(part: FuzzPart, figures: Figures): Promise<void> {
  const scripts = scriptsOf(part);
  const next = async (): Promise<void> => {
    for (let script = scripts.next(); script.done !== true; script = scripts.next()) {
      const came = await play(script.value);
      figures.streamConnections += 1;
      const fault = faultOf(part.world, script.value, came);
      if (fault !== undefined) addFinding(figures, findingOf(script.value, came, fault));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

type Script = {
  readonly channel: ChannelPath;
  readonly no: number;
  readonly port: number;
  readonly head: string;
  /** True for a valid handshake. */
  readonly isGood: boolean;
  readonly frames: Buffer;
  /** The wallet that signed in. */
  readonly actor: Actor | undefined;
};

function* scriptsOf({ world, count, seed }: FuzzPart): Generator<Script> {
  const connections = Math.ceil(count / PER_CONNECTION);
  for (let no = 0; no < connections; no += 1)
    for (const channel of CHANNELS)
      yield drawScript({ random: createRandom(seedOf(seed, channel, no)), world }, channel, no);
}

function drawScript(draw: Draw, channel: ChannelPath, no: number): Script {
  const { random, world } = draw;
  const { addresses } = world;
  const base = random.pick([
    addresses.spec,
    addresses.polymarket ?? addresses.spec,
    addresses.kuest ?? addresses.spec,
  ]);
  const isGood = random.chance(90);
  const signIn = channel === "/ws/user" && random.chance(80) ? drawSignIn(draw) : undefined;
  const frames = Array.from({ length: PER_CONNECTION }, () => {
    const text = drawMessage(draw, channel);
    return random.chance(92) ? textFrame(text) : oddFrames(random, text);
  });
  return {
    channel,
    no,
    port: Number(new URL(base.trading).port),
    head: isGood ? handshake(channel) : oddHandshake(random, channel),
    isGood,
    frames: Buffer.concat([...(signIn ? [textFrame(signIn.text)] : []), ...frames, closeFrame(1000)]),
    actor: signIn?.actor,
  };
}

const LINES = [
  "host: 127.0.0.1",
  "connection: Upgrade",
  "upgrade: websocket",
  "sec-websocket-version: 13",
  `sec-websocket-key: ${Buffer.alloc(16).toString("base64")}`,
];

const toText = (target: string, lines: readonly string[]): string =>
  `GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;

const handshake = (channel: ChannelPath): string =>
  toText(channel, [...LINES, "sec-websocket-extensions: permessage-deflate; client_max_window_bits"]);

function oddHandshake(random: Random, channel: ChannelPath): string {
  const at = random.between(1, LINES.length - 1);
  const [name = ""] = LINES[at]!.split(":", 1);
  const others = LINES.filter((_, index) => index !== at);
  switch (random.below(5)) {
    case 0:
      return toText(channel, others);
    case 1:
      return toText(channel, [...LINES, LINES[at]!]);
    case 2:
      return toText(`${channel}/x`, LINES);
    case 3:
      return toText(
        random.pick([`${channel}?a=%`, `${channel}%00`, `http://other.example${channel}`, "*", "/ws/"]),
        LINES,
      );
    default:
      return toText(channel, [...others, `${name}: ${random.pick(HOSTILE_HEADERS)}`]);
  }
}

/** Sends handshake and frames at once, and reads until the server closes. */
function play({ port, head, frames }: Script): Promise<Buffer> {
  return new Promise((resolve) => {
    const came: Buffer[] = [];
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("error", () => {});
    socket.on("data", (chunk) => came.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(came)));
    socket.setTimeout(DEADLINE_MS, () => socket.destroy());
    socket.write(head, "latin1");
    socket.once("data", (answer) => {
      if (answer.toString("latin1", 9, 12) === "101") socket.write(frames);
      else socket.end();
    });
  });
}

function faultOf(world: World, script: Script, came: Buffer): string | undefined {
  const read = readHead(came);
  if (typeof read === "string") return read;
  const { status, head, length } = read;
  if (status !== 101) {
    if (script.isGood && status !== 503) return `a good handshake was refused with ${status}`;
    if (status >= 500 && status !== 503) return `status ${status}`;
    return headerOf(head, "x-request-id") === undefined ? "no x-request-id" : undefined;
  }
  const frames = readFrames(came.subarray(length));
  if (typeof frames === "string") return frames;
  return frames.map((frame) => faultOfFrame(world, script, frame)).find((fault) => fault !== undefined);
}

function readHead(came: Buffer): { status: number; head: string; length: number } | string {
  if (came.length === 0) return "no answer";
  try {
    const read = readAnswer(came, came.toString("latin1", 9, 12) === "101");
    if (read === undefined) return "an answer that does not end";
    return { ...read.answer, length: read.length };
  } catch (error) {
    return String(error);
  }
}

/** Close codes of the server, and those that echo a client's; 1011 would be a server error. */
const CLOSES = new Set([1000, 1001, 1002, 1003, 1005, 1007, 1008, 1009, 1012, 1013, 4999]);

function faultOfFrame(world: World, script: Script, { opcode, payload }: ServerFrame): string | undefined {
  if (opcode === 8) {
    const code = payload.length === 0 ? 1005 : payload.readUInt16BE(0);
    return CLOSES.has(code) ? undefined : `closed with ${code}`;
  }
  if (opcode !== 1) return undefined;
  const text = payload.toString("utf8");
  if (text === "PONG") return undefined;
  if (world.secrets.some((secret) => text.includes(secret))) return "a secret";
  const message = parsed(text);
  if (message === undefined) return "a message that is no JSON object";
  const { code, hint, event_type: type } = message;
  if (code !== undefined && type === undefined) {
    if (!Object.hasOwn(STREAM_ERRORS, String(code)) || code === "internal_error")
      return `code ${String(code)}`;
    return typeof hint === "string" && hint.length > 3 ? undefined : "no hint";
  }
  if (script.channel !== "/ws/user") return undefined;
  if (script.actor === undefined) return "private messages to nobody";
  const foreign = allActors(world).filter(({ address }) => address !== script.actor?.address);
  return type !== "trade" && foreign.some(({ credentials }) => text.includes(credentials.apiKey))
    ? "the orders of another"
    : undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object(value) : undefined;
  } catch {
    return undefined;
  }
}

const findingOf = ({ channel, no, port, head, frames }: Script, came: Buffer, fault: string): Finding => ({
  operation: `stream ${channel}`,
  no,
  fault,
  place: `port ${port}`,
  request: head + frames.toString("latin1", 0, 2_000),
  answer: came.toString("latin1", 0, 2_000),
});
