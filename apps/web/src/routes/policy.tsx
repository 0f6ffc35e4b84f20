import { PolicyReadiness } from '../features/readiness/shared-readiness.js';
import { PolicyScreen } from '../features/policies/policy-screen.js';

export const Policy = ({ id }: { id: string }) => <PolicyScreen id={id} readiness={PolicyReadiness} />;
