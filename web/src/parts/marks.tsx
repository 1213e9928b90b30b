/** Pictures beside names: of a trader, of an event, or drawn from a name. */
import { memo, useState } from "react";
import { drawMark } from "../../../src/http/page/previews/drawn-mark.ts";
import { findTopicPicture } from "./topic-pictures.ts";

// A generated mark, which decorates the name beside it and has no text for screen readers.

type DrawnMarkProps = {
  /** Id or address that determines the mark. */
  readonly name: string;
  readonly className: string;
};

const SIDE = 44;

const DrawnMark = memo(function DrawnMark({ name, className }: DrawnMarkProps) {
  const { ground, shapes } = drawMark(name);
  return (
    <svg className={className} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect width={SIDE} height={SIDE} fill={ground} />
      {shapes.map(({ path, fill }, index) => (
        <path key={index} d={path} fill={fill} />
      ))}
    </svg>
  );
});

// The round mark of a wallet, beside its address or name.

type AvatarProps = {
  readonly address: string;
  readonly size?: "small" | "large";
};

/** Draws the mark. Addresses in lower case and with a checksum give the same one. */
export const Avatar = ({ address, size = "small" }: AvatarProps) => (
  <DrawnMark name={address.toLowerCase()} className={`avatar ${size}`} />
);

// The picture of an event, else of its category, else a generated mark. It decorates the title beside it and has no text for
// screen readers.

type EventMarkProps = {
  readonly id: string;
  /** Address of the picture; "" without one. */
  readonly image: string;
  /** Slugs of the event's categories. */
  readonly topics: readonly string[];
};

/** Tells whether a picture has this page's origin: the page's policy refuses all others. */
const isOwn = (image: string): boolean => /^\/(?!\/)/.test(image);

export function EventMark({ id, image, topics }: EventMarkProps) {
  /** Address of a picture that failed to load. */
  const [missing, setMissing] = useState("");
  const shown = isOwn(image) && image !== missing ? image : findTopicPicture(topics);
  return shown === undefined ? (
    <DrawnMark name={id} className="event-mark" />
  ) : (
    <img
      className="event-mark"
      src={shown}
      alt=""
      width={SIDE}
      height={SIDE}
      onError={() => setMissing(image)}
    />
  );
}
