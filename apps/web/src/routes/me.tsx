import { MeScreen } from '../features/me/me-screen.js';
import { MyReadiness } from '../features/readiness/my-readiness.js';

/** `add=phone`: where the code that a phone scans leads to. */
export const Me = ({ search: { add } }: { search: { add?: 'phone' } }) => <MeScreen readiness={MyReadiness} phone={add === 'phone'} />;
