/** The picture of an event, or its generated mark. It decorates the title beside it, and says nothing of its own. */
import { memo } from "react";
import { drawEventMark } from "../../../src/http/page/event-mark.ts";

type EventMarkProps = {
  readonly id: string;
  /** Address of the picture; "" without one. */
  readonly image: string;
};

const SIDE = 44;

/** True for a picture of this address: the policy of the page refuses all others. */
const isOwn = (image: string): boolean => /^\/(?!\/)/.test(image);

export const EventMark = memo(function EventMark({ id, image }: EventMarkProps) {
  if (isOwn(image)) return <img className="event-mark" src={image} alt="" width={SIDE} height={SIDE} />;
  const { ground, shapes } = drawEventMark(id);
  return (
    <svg className="event-mark" viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
      <rect width={SIDE} height={SIDE} fill={ground} />
      {shapes.map(({ path, fill }, index) => (
        <path key={index} d={path} fill={fill} />
      ))}
    </svg>
  );
});
