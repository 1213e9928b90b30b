/** Number of the writer's advisory lock. Arbitrary, but no other advisory lock of ours may use it. */
export const WRITER_LOCK = 7_265_739_002;
