import { RingingTab } from '../app/ringing-tab.js';
import { MyReadiness } from '../features/readiness/my-readiness.js';
import { PlainHttp } from '../features/readiness/plain-http.js';
import { SetUpScreen } from '../features/setup/set-up-screen.js';

export const SetUp = () => <SetUpScreen around={RingingTab} address={<PlainHttp />} readiness={MyReadiness} />;
