import { Announcer } from './announcer.js';
import { useDevice } from './use-device.js';

/** What the shell does without while the first screen is drawn. A wall screen is not read aloud. */
export function AfterFirstScreen({ isWall }: { isWall: boolean }) {
  useDevice();
  return isWall ? null : <Announcer />;
}
