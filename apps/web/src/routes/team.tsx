import { TeamReadiness } from '../features/readiness/shared-readiness.js';
import { TeamScreen } from '../features/teams/team-screen.js';

export const Team = ({ id }: { id: string }) => <TeamScreen id={id} readiness={TeamReadiness} />;
