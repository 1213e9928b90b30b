/** Operations of the operator API on pictures, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { addImage } from "./add-image.ts";
import { listImages } from "./list-images.ts";
import { removeImage } from "./remove-image.ts";

export const IMAGE_ENDPOINTS: readonly Endpoint[] = [addImage, listImages, removeImage];
