/** Features that Playwright disables: Chromium reads only the last of several lists, and ours comes after Playwright’s. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Features of Chromium that tests run without. The suggestions below the address bar are web pages of Chromium’s own: it loads two
 * of them, 400 files, for each window, which no test sees, and which takes longer than our app.
 */
export const disabledFeatures = [...disabledByPlaywright, 'WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
