import { Announcer } from './announcer.js';
import { useDevice } from './use-device.js';

/** Shell parts that load after the first screen. Announcements are off on wall boards. */
export function AfterFirstScreen({ isWall }: { isWall: boolean }) {
  useDevice();
  return isWall ? null : <Announcer />;
}
