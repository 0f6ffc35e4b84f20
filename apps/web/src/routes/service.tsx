import { ServiceReadiness } from '../features/readiness/shared-readiness.js';
import { ServiceScreen } from '../features/services/service-screen.js';

export const Service = ({ id }: { id: string }) => <ServiceScreen id={id} readiness={ServiceReadiness} />;
