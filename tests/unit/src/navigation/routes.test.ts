import { describe, expect, it } from 'vitest';
import { readRoute } from '../../../../src/navigation/routes.ts';

const HASH = 'ab'.repeat(32);
const BUILT_IN = { organiser: 'waystamp', catalog: null };
const INVITED = { organiser: 'devcon', catalog: HASH };

describe('an address', () => {
  it('names a screen and the organiser who invited', () => {
    expect(readRoute({ pathname: '/', hash: '' }, null)).toEqual({ screen: 'welcome', invitation: BUILT_IN });
    expect(readRoute({ pathname: '/o/devcon/scan', hash: `#${HASH}` }, null)).toEqual({
      screen: 'scan',
      invitation: INVITED,
    });
  });

  it('keeps the organiser who invited on screens about the device, and on no others', () => {
    expect(readRoute({ pathname: '/ledger', hash: '' }, INVITED).invitation).toEqual(INVITED);
    expect(readRoute({ pathname: '/ledger', hash: '' }, null).invitation).toEqual(BUILT_IN);
    expect(readRoute({ pathname: '/result', hash: '' }, INVITED).invitation).toEqual(BUILT_IN);
  });

  it.each([
    ['#facts', 'stamps'],
    ['#result', 'result'],
    ['#ledger', 'ledger'],
  ])('is still understood in its old form: %s', (hash, screen) => {
    expect(readRoute({ pathname: '/', hash }, null)).toEqual({ screen, invitation: BUILT_IN });
  });

  it('keeps a pin that was damaged on its way, so that it is not taken for none', () => {
    for (const pin of [HASH.slice(1), `${HASH}.`, HASH.toUpperCase(), 'constructor'])
      expect(readRoute({ pathname: '/', hash: `#${pin}` }, null)).toEqual({
        screen: 'welcome',
        invitation: { organiser: 'waystamp', catalog: pin },
      });
  });

  it('may name nothing on the page', () => {
    expect(readRoute({ pathname: '/nothing', hash: '' }, null).screen).toBe('nowhere');
  });
});
