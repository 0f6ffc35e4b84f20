import { PersonScreen } from '../features/people/person-screen.js';
import { TheirReadiness } from '../features/readiness/their-readiness.js';

export const Person = ({ id }: { id: string }) => <PersonScreen id={id} readiness={TheirReadiness} />;
