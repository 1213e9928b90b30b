/** A generated mark. It decorates the name beside it, and has no text of its own. */
import { memo } from "react";
import { drawMark } from "../../../src/http/page/drawn-mark.ts";

type DrawnMarkProps = {
  /** Id or address that determines the mark. */
  readonly name: string;
  readonly className: string;
};

const SIDE = 44;

export const DrawnMark = memo(function DrawnMark({ name, className }: DrawnMarkProps) {
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
