/** The picture of an event, or its generated mark. It decorates the title beside it, and has no text of its own. */
import { useState } from "react";
import { DrawnMark } from "./drawn-mark.tsx";

type EventMarkProps = {
  readonly id: string;
  /** Address of the picture; "" without one. */
  readonly image: string;
};

const SIDE = 44;

/** Tells whether a picture has this page's origin: the page's policy refuses all others. */
const isOwn = (image: string): boolean => /^\/(?!\/)/.test(image);

export function EventMark({ id, image }: EventMarkProps) {
  /** Address of a picture that failed to load. */
  const [missing, setMissing] = useState("");
  return isOwn(image) && image !== missing ? (
    <img
      className="event-mark"
      src={image}
      alt=""
      width={SIDE}
      height={SIDE}
      onError={() => setMissing(image)}
    />
  ) : (
    <DrawnMark name={id} className="event-mark" />
  );
}
