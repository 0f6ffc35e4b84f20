// Steps of these suites start servers, and machines are busy.
jest.setTimeout(30_000);
