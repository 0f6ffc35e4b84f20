import { AlertGroupScreen } from '../features/alerts/group/alert-group-screen.js';

/** `frame`: the film of the group, at this ordinal. */
export const AlertGroup = ({ number, search: { frame } }: { number: string; search: { frame?: number } }) => (
  <AlertGroupScreen number={number} frame={frame} />
);
