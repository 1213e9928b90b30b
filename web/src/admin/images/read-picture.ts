/** Reading of a picture that the operator chose. One that is too large is made smaller, as photographs often are. */
import { IMAGE_LIMITS } from "../../../../src/catalog/images/image-limits.ts";

/** Longest side of a picture that is made smaller, in pixels. */
const SMALLER_SIDE = 1_600;
const QUALITY = 0.85;

/** Gives the bytes of a file as Base64. */
export async function readPicture(file: File): Promise<string> {
  return readBase64(file.size > IMAGE_LIMITS.bytes ? await makeSmaller(file) : file);
}

/** Gives the file itself where the browser cannot read it, so that the exchange says why it refuses it. */
async function makeSmaller(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined) return file;
  const scale = Math.min(1, SMALLER_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
}

const readBase64 = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,/, "")));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
