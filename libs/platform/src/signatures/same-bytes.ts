import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time; texts of different lengths differ. */
export const isSameText = (left: string, right: string): boolean => {
  const [leftBytes, rightBytes] = [Buffer.from(left), Buffer.from(right)];
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
};
