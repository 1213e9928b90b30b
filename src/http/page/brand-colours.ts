/**
 * Readable shades of an accent colour. By WCAG 2, text in the accent has a contrast of at least 4.5 with every
 * background of a theme. So has text on the accent. Hue and saturation stay, and the lightness changes as little as
 * possible.
 */

export type Shades = { readonly accent: string; readonly onAccent: string };
export type BrandColours = { readonly light: Shades; readonly dark: Shades };

/** Backgrounds of text in the accent, by theme, as in web/src/styles/shared/base.css. */
export const ACCENT_BACKGROUNDS = {
  light: ["#ffffff", "#f4f6f9", "#d5dae2", "#dff3ea", "#fbe4e2", "#fff1cc"],
  dark: ["#12161d", "#0c0f14", "#171c25", "#333c4b", "#12362a", "#45191a", "#3a2c08"],
} as const;

/** Colours of text on the accent. */
const ON_ACCENT = { light: "#ffffff", dark: "#0c1326" } as const;

const MIN_CONTRAST = 4.5;
const STEPS = 200;

type Hsl = { readonly hue: number; readonly saturation: number; readonly lightness: number };

export const COLOUR_PATTERN = "^#[0-9a-fA-F]{6}$";
export const COLOUR_WORDS = "a colour like #1f4fd8";

const COLOUR = new RegExp(COLOUR_PATTERN);

export const isColour = (text: string): boolean => COLOUR.test(text);

export const brandColours = (accent: string): BrandColours => ({
  light: computeShades(accent, "light"),
  dark: computeShades(accent, "dark"),
});

/**
 * Computes the shades of a theme. There always are some: black suffices in the light theme, white in the dark theme.
 */
function computeShades(accent: string, theme: keyof typeof ACCENT_BACKGROUNDS): Shades {
  const onAccent = ON_ACCENT[theme];
  const others = [...ACCENT_BACKGROUNDS[theme], onAccent];
  const isReadable = (colour: string): boolean =>
    others.every((other) => computeContrast(colour, other) >= MIN_CONTRAST);
  const given = accent.toLowerCase();
  if (isReadable(given)) return { accent: given, onAccent };
  const { lightness, ...tone } = toHsl(given);
  const end = theme === "light" ? 0 : 1;
  for (let step = 1; step <= STEPS; step += 1) {
    const shade = formatColour({ ...tone, lightness: lightness + ((end - lightness) * step) / STEPS });
    if (isReadable(shade)) return { accent: shade, onAccent };
  }
  throw new Error(`no shade of ${accent} is readable`);
}

const parseColour = (colour: string): readonly [number, number, number] => [
  parseInt(colour.slice(1, 3), 16) / 255,
  parseInt(colour.slice(3, 5), 16) / 255,
  parseInt(colour.slice(5, 7), 16) / 255,
];

/** Computes the contrast of two colours by WCAG 2: 1 to 21. */
export function computeContrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [computeLuminance(first), computeLuminance(second)].toSorted(
    (a, b) => a - b,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function computeLuminance(colour: string): number {
  const [red, green, blue] = parseColour(colour).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function toHsl(colour: string): Hsl {
  const [red, green, blue] = parseColour(colour);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [spread, lightness] = [most - least, (most + least) / 2];
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (most === red) return { hue: ((green - blue) / spread + 6) % 6, saturation, lightness };
  const hue = most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return { hue, saturation, lightness };
}

/** Formats a colour as hex; `hue` is 0 to 6. */
function formatColour({ hue, saturation, lightness }: Hsl): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const place = (offset + hue * 2) % 12;
    const value = lightness - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Builds the style sheet that overrides the page's own shades by more specific selectors. */
export function buildBrandSheet(accent: string | undefined): string {
  if (accent === undefined) return "/* The colour is that of the page. */\n";
  const { light, dark } = brandColours(accent);
  const rule = (selector: string, shades: Shades): string =>
    `${selector} { --accent: ${shades.accent}; --on-accent: ${shades.onAccent}; --focus: ${shades.accent}; }`;
  return [
    rule(":root:root", light),
    `@media (prefers-color-scheme: dark) { ${rule(':root:root:not([data-theme="light"])', dark)} }`,
    rule(':root:root[data-theme="dark"]', dark),
    "",
  ].join("\n");
}
