import { NotHere } from '../ui/screen.js';

export const NotFound = () => <NotHere what="screen" />;
