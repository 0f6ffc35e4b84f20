// Many steps start servers, and machines are busy: what takes so long hangs.
jest.setTimeout(300_000);
