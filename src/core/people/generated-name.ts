/**
 * The generated name of a wallet, shown until its owner chooses a name, and again if that name is withdrawn. It is a
 * function of the address: everybody sees the same name, and nothing is stored. Two wallets can have the same name.
 */

// Pseudo-random numbers seeded by a text: the same text gives the same numbers everywhere.

/** Returns a function that draws whole numbers from 0 up to, but not including, a bound. */
export function createDraws(text: string): (below: number) => number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((state ^ (state >>> 15)) >>> 0) % below;
  };
}

export const FIRST_WORDS = (
  "Able Agile Amber Ample Apt Azure Bold Brave Breezy Bright Brisk Bronze Calm Candid Cheery Chief " +
  "Civil Clear Clever Copper Coral Cosmic Cozy Crisp Daring Deft Eager Early Easy Electric Emerald Epic " +
  "Exact Fair Fancy Fleet Fluent Fond Frank Free Fresh Frosty Gentle Glad Golden Grand Green Happy " +
  "Hardy Hazel Honest Humble Ideal Indigo Ivory Jade Jolly Keen Kind Lively Lucid Lucky Lunar Magic " +
  "Maple Mellow Merry Mighty Mild Modest Neat Nimble Noble Novel Olive Open Opal Patient Pearl Placid " +
  "Plucky Polite Prime Proper Proud Quick Quiet Rapid Ready Regal Robust Rosy Ruby Rustic Sage Scarlet " +
  "Serene Sharp Silent Silver Sincere Sleek Smart Smooth Snappy Solar Solid Speedy Spry Stable Steady Stellar " +
  "Still Stout Sunny Swift Tidy Topaz Tranquil Trusty Upbeat Vast Velvet Vivid Warm Wise Witty Zesty"
).split(" ");

export const SECOND_WORDS = (
  "Acorn Alpaca Anchor Antelope Arrow Badger Beacon Bear Beaver Birch Bison Breeze Bridge Brook Camel Canyon " +
  "Cedar Cheetah Cliff Cloud Clover Comet Condor Cove Coyote Crane Cricket Delta Dingo Dolphin Dove Dune " +
  "Eagle Egret Elk Ember Falcon Fern Finch Fjord Forest Fox Galaxy Gazelle Gecko Geyser Glacier Glade " +
  "Goose Grove Gull Harbor Hare Harvest Hawk Hazel Heron Hill Ibex Ibis Iris Island Jackal Jaguar Jay " +
  "Juniper Kestrel Kite Koala Lagoon Lake Lantern Lark Lemur Lily Llama Lotus Lynx Magpie Mango Marten " +
  "Meadow Meteor Mole Moose Nebula Newt Oak Ocelot Orbit Orca Oriole Osprey Otter Owl Panda Panther " +
  "Parrot Pebble Pelican Petrel Pine Planet Plover Prairie Puffin Quail Rabbit Raven Reef Ridge River Robin " +
  "Salmon Seal Sparrow Spruce Stork Summit Swan Tern Tiger Toucan Trail Turtle Valley Walrus Willow Wolf"
).split(" ");

const NUMBERS = 1_000;
const DIGITS = 3;

/** The parts of a generated name: indexes into the word lists, and its number as text. */
type GeneratedParts = { readonly first: number; readonly second: number; readonly digits: string };

/** Draws the parts of the name of a lower-case address. */
export function drawParts(address: string): GeneratedParts {
  const draw = createDraws(address);
  const first = draw(FIRST_WORDS.length);
  const second = draw(SECOND_WORDS.length);
  return { first, second, digits: String(draw(NUMBERS)).padStart(DIGITS, "0") };
}

/** Makes the name of a lower-case address, such as Brisk-Otter-417. */
export function generateName(address: string): string {
  const { first, second, digits } = drawParts(address);
  return `${FIRST_WORDS[first] ?? ""}-${SECOND_WORDS[second] ?? ""}-${digits}`;
}

const FIRST: ReadonlySet<string> = new Set(FIRST_WORDS.map((word) => word.toLowerCase()));
const SECOND: ReadonlySet<string> = new Set(SECOND_WORDS.map((word) => word.toLowerCase()));

/** Matches a word with three digits at its end, or letters that resemble digits. */
const NUMBERED_WORD = /^([a-z]+?)[0-9ilo]{3}$/;

/** Tells whether a folded name reads like a generated one. */
export function isGeneratedForm(folded: string): boolean {
  const words = NUMBERED_WORD.exec(folded)?.[1];
  if (words === undefined) return false;
  return [...words].some((_, at) => FIRST.has(words.slice(0, at)) && SECOND.has(words.slice(at)));
}
