/**
 * The pictures of the demo catalog: one per subject, drawn here as SVG. All have one style: flat shapes in two or three
 * tones on a rounded square.
 */
import { createHash } from "node:crypto";
import type { OwnSql } from "../../store/sql/database.ts";
import { DRAWN_TYPE } from "../images/image-limits.ts";
import { addImage, imagePath } from "../../store/catalog/images.ts";

const SIDE = 64;

/** Draws shapes on a ground of this colour. The shapes are SVG elements. */
const draw = (ground: string, shapes: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="14" fill="${ground}"/>${shapes}</svg>`,
  );

const WAVES = `<path fill="none" stroke="#8fd0ef" stroke-width="3" stroke-linecap="round" d="M9 56q4-4 7.7 0t7.7 0 7.7 0 7.7 0 7.7 0 7.7 0"/>`;

const DRAWINGS = {
  ballot: draw(
    "#3a4a8f",
    `<path fill="#e6ebff" d="M11 32h42v20a3 3 0 0 1-3 3H14a3 3 0 0 1-3-3z"/><path fill="#27336b" d="M19 36h26v4H19z"/><path fill="#ffb86b" d="M23 10h18v28H23z"/><path fill="none" stroke="#fff" stroke-width="4" d="m26.5 22 4 4.5 7.5-9"/>`,
  ),
  "film-prize": draw(
    "#2d2e3d",
    `<path fill="#4d5068" d="M8 6h10v52H8zM46 6h10v52H46z"/><path stroke="#2d2e3d" stroke-width="4" stroke-dasharray="5 6" d="M13 9v48M51 9v48"/><path stroke="#ffe9b3" stroke-width="3" d="M32 10v8"/><rect x="22" y="21" width="20" height="24" rx="8" fill="#f2b43c"/><path fill="#ffe9b3" d="M26 17h12v5H26zM25 44h14v5H25zM32 26c5 6 5 13 0 13s-5-7 0-13z"/>`,
  ),
  tram: draw(
    "#3f5470",
    `<path fill="none" stroke="#9fb4cc" stroke-width="3" d="M14 9h36M32 9v8M13 55h38"/><rect x="17" y="15" width="30" height="36" rx="8" fill="#edf2f8"/><rect x="22" y="21" width="20" height="12" rx="3" fill="#3f5470"/><path fill="#ff8a66" d="M17 37h30v5H17z"/><path fill="#3f5470" d="M22 45h5v3h-5zM37 45h5v3h-5z"/>`,
  ),
  coin: draw(
    "#6f3763",
    `<circle cx="32" cy="32" r="21" fill="#ffd27a"/><circle cx="32" cy="32" r="16.5" fill="#e8a93c"/><circle cx="32" cy="32" r="6" fill="#fff0c9"/><path stroke="#fff0c9" stroke-width="3" stroke-linecap="round" d="M32 19.5v3M32 41.5v3M19.5 32h3M41.5 32h3M23.2 23.2l2 2M38.8 38.8l2 2M23.2 40.8l2-2M38.8 25.2l2-2"/>`,
  ),
  pumpkin: draw(
    "#4a5a22",
    `<ellipse cx="21" cy="38" rx="11" ry="13" fill="#d9702b"/><ellipse cx="43" cy="38" rx="11" ry="13" fill="#d9702b"/><ellipse cx="32" cy="38" rx="11" ry="15" fill="#f5933f"/><path fill="#a9d876" d="M29.5 24c0-6 2-9 7-11l3 4c-4 1.5-5 3-5 7z"/>`,
  ),
  basketball: draw(
    "#333a66",
    `<circle cx="32" cy="32" r="20" fill="#f28b3c"/><path fill="none" stroke="#333a66" stroke-width="2.5" d="M32 12v40M12 32h40M18.5 17c8 8.5 8 21.5 0 30M45.5 17c-8 8.5-8 21.5 0 30"/>`,
  ),
  "tall-ship": draw(
    "#1f5f86",
    `<path stroke="#d39a62" stroke-width="2.5" d="M24 8v36M43 12v32"/><path fill="#f6f1e1" d="M14 12q10 3 20 0v11q-10 3-20 0zM14 26q10 3 20 0v12q-10 3-20 0z"/><path fill="#ffd9a3" d="M36 16q7 3 14 0v9q-7 3-14 0zM36 28q7 3 14 0v10q-7 3-14 0z"/><path fill="#8a5836" d="M9 42h46l-6 10H17z"/>${WAVES}`,
  ),
  bank: draw(
    "#1f5a4a",
    `<path fill="#d3f5e6" d="m32 9 22 12v5H10v-5zM10 48h44v6H10z"/><path fill="#86d9b4" d="M15 29h7v16h-7zM28.5 29h7v16h-7zM42 29h7v16h-7z"/><circle cx="32" cy="18.5" r="3" fill="#1f5a4a"/>`,
  ),
  "salt-sack": draw(
    "#1f5a4a",
    `<path fill="#fff" d="M23 18q9-13 18 0z"/><path fill="#e9dcc0" d="M23 21h18c9 9 13 22 9 33H14c-4-11 0-24 9-33z"/><path fill="#c9b284" d="M21 17h22v5H21z"/><path fill="#fff" d="m32 30 8 8-8 8-8-8z"/><path fill="#c9b284" d="m32 34 4 4-4 4-4-4z"/>`,
  ),
  robot: draw(
    "#27477a",
    `<path stroke="#a9ccff" stroke-width="3" d="M32 22V12"/><circle cx="32" cy="11" r="4" fill="#ffd27a"/><path fill="#6f9fe0" d="M9 30h6v11H9zM49 30h6v11h-6z"/><rect x="14" y="20" width="36" height="31" rx="9" fill="#c3dcff"/><circle cx="24.5" cy="33" r="4.5" fill="#27477a"/><circle cx="39.5" cy="33" r="4.5" fill="#27477a"/><path fill="#27477a" d="M24 42h16v3.5H24z"/>`,
  ),
  flare: draw(
    "#2a3168",
    `<path fill="none" stroke="#ff8a52" stroke-width="4.5" stroke-linecap="round" d="M31 27C31 4 62 8 44 36"/><path stroke="#ffb43c" stroke-width="3.5" stroke-linecap="round" d="m10 24 3 2.5M20 14l2 4M8 50l3-1.5M42 54l2.5 3"/><circle cx="27" cy="40" r="15" fill="#ffb43c"/><circle cx="27" cy="40" r="9.5" fill="#ffe08f"/>`,
  ),
  rocket: draw(
    "#2a3168",
    `<path fill="#ffc24d" d="M26 46h12l-6 13z"/><path fill="#f0735a" d="m24 31-9 14h10zM40 31l9 14H39z"/><path fill="#eef1fb" d="M32 7c9 8 11.5 22 8 38H24C20.5 29 23 15 32 7z"/><circle cx="32" cy="25" r="5" fill="#4b86d8"/>`,
  ),
  mars: draw(
    "#2a3168",
    `<path stroke="#eef1fb" stroke-width="2.5" d="M32 24V8"/><path fill="#8fb7ff" d="M32 8h13l-3.5 4.5L45 17H32z"/><circle cx="32" cy="39" r="17" fill="#df6d43"/><circle cx="26" cy="35" r="4" fill="#b44d2c"/><circle cx="38" cy="44" r="5" fill="#b44d2c"/><circle cx="27" cy="48" r="2.5" fill="#b44d2c"/>`,
  ),
  atom: draw(
    "#1f6370",
    `<g fill="none" stroke="#cdeff3" stroke-width="3"><ellipse cx="32" cy="32" rx="22" ry="8.5"/><ellipse cx="32" cy="32" rx="22" ry="8.5" transform="rotate(60 32 32)"/><ellipse cx="32" cy="32" rx="22" ry="8.5" transform="rotate(120 32 32)"/></g><circle cx="32" cy="32" r="5" fill="#ffc24d"/>`,
  ),
  umbrella: draw(
    "#35699f",
    `<path stroke="#a9d4fb" stroke-width="3" stroke-linecap="round" d="m14 11-3 6M26 7l-2 4M44 7l-3 6M54 14l-3 6"/><path fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" d="M32 36v15a4.5 4.5 0 0 0 9 0"/><path fill="#ffd05c" d="M10 38a22 20 0 0 1 44 0q-5.5-5-11 0-5.5-5-11 0-5.5-5-11 0-5.5-5-11 0z"/><path fill="#ffe7a8" d="M21 38q1-16 11-20 10 4 11 20-5.5-5-11 0-5.5-5-11 0z"/>`,
  ),
  "rain-gauge": draw(
    "#35699f",
    `<path fill="#a9d4fb" d="M32 6c4 5.5 5.5 8 5.5 10.5a5.5 5.5 0 0 1-11 0C26.5 14 28 11.5 32 6z"/><path fill="#eaf4ff" d="M18 25h28v5h-4v21a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6V30h-4z"/><path fill="#58a6ea" d="M22 41h20v10a6 6 0 0 1-6 6h-8a6 6 0 0 1-6-6z"/><path stroke="#35699f" stroke-width="2.5" d="M36 35h6M38 41h4M36 47h6"/>`,
  ),
  "planet-dial": draw(
    "#22505c",
    `<path fill="none" stroke="#ffc24d" stroke-width="4" stroke-linecap="round" d="M11 36a21 21 0 0 1 35-15.5"/><path fill="none" stroke="#f0735a" stroke-width="4" stroke-linecap="round" d="M50.5 26a21 21 0 0 1 2.5 10"/><circle cx="32" cy="37" r="15" fill="#58a6ea"/><path fill="#93d68b" d="M21 27c5-4 11-4 13-2s-1 5-3 6-1 5-4 6-8-3-6-10zM36 38c3-3 8-2 10 1-1 5-4 9-8 11-4-2-5-9-2-12z"/>`,
  ),
  stork: draw(
    "#2f6b3f",
    `<path stroke="#f2784b" stroke-width="2.5" d="M31 38v12M37 38v12"/><path fill="#263a2c" d="m38 28 16 8-14 4z"/><path fill="none" stroke="#fff" stroke-width="5" d="M24 32V16"/><path fill="#fff" d="M21.5 30c6-6 13-5 22 3-5 9-18 11-22 2z"/><circle cx="24" cy="15" r="5" fill="#fff"/><path fill="#f2784b" d="M20 13 8 18l12 1z"/><path fill="#b07a45" d="M15 48h38l-5 9H20z"/>`,
  ),
  ferry: draw(
    "#3f5470",
    `<path fill="#ffd05c" d="m35 6-9 12h6l-3 9 10-12h-6z"/><path fill="#b9cfe4" d="M17 28h30v11H17z"/><path fill="#3f5470" d="M21 31h5v4h-5zM29.5 31h5v4h-5zM38 31h5v4h-5z"/><path fill="#edf2f8" d="M8 38h48l-6 13H15z"/>${WAVES}`,
  ),
  lantern: draw(
    "#6f3763",
    `<path stroke="#ffe3b8" stroke-width="3" stroke-linecap="round" d="M32 8v8M32 48v9"/><ellipse cx="32" cy="32" rx="19" ry="15" fill="#f0735a"/><ellipse cx="32" cy="32" rx="9" ry="15" fill="#ffad85"/><path fill="#ffe3b8" d="M24 14h16v5H24zM24 45h16v5H24z"/>`,
  ),
  comet: draw(
    "#2a3168",
    `<path fill="#3f57a8" d="M9 9 51 36 37 51z"/><path fill="#8fb0f5" d="m17 17 30 21-8 10z"/><circle cx="42" cy="43" r="9.5" fill="#eef3ff"/><path fill="#fff" d="M48 12h3v3h-3zM38 16h2v2h-2zM13 40h3v3h-3z"/>`,
  ),
} as const;

export type DemoPicture = keyof typeof DRAWINGS;

/** A picture is named by the hash of its bytes, so that a listing can name it before it is stored. */
const hashDrawing = (drawing: Buffer): string => createHash("sha256").update(drawing).digest("hex");

/** Returns the path of a picture for listings. */
export const demoPicture = (name: DemoPicture): string => imagePath(hashDrawing(DRAWINGS[name]));

/** Adds the pictures to those of the operators; `now` in ms. */
export async function addDemoPictures(sql: OwnSql, now: number): Promise<void> {
  for (const bytes of Object.values(DRAWINGS))
    await addImage(sql, {
      hash: hashDrawing(bytes),
      mediaType: DRAWN_TYPE,
      width: SIDE,
      height: SIDE,
      bytes,
      addedAt: now,
    });
}
