import type { Locale } from '@foyer/messages';

/** The texts of the bar and of the preview's own pages, in the language of the edition. */
interface PreviewTexts {
  preview: string;
  /** What the bar says of a view. */
  everything: string;
  asOf(time: string): string;
  chooseTime: string;
  timeField: string;
  zoneHint(zone: string): string;
  show: string;
  showEverything: string;
  otherLanguages: string;
  end: string;
  reviewLink: string;
  reviewDays: string;
  makeLink: string;
  reviewLinkText(until: string): string;
  reviewUntil(time: string): string;
  onePage: string;
  onePageText: string;
  wrongDays: string;
  wrongDaysText: string;
  findings(count: number): string;
  noFindings: string;
  findingsPending: string;
  findingsFailed: string;
  allFindings: string;
  findingsOfSite: string;
  backToPage: string;
  closed: string;
  closedText: string;
  token: string;
  open: string;
  wrongToken: string;
  ended: string;
  endedText: string;
  toSite: string;
  wrongTime: string;
  wrongTimeText: string;
  unavailable: string;
  unavailableText: string;
}

export const PREVIEW_TEXTS: Record<Locale, PreviewTexts> = {
  en: {
    preview: 'Preview',
    everything: 'Everything, drafts included',
    asOf: (time) => `As of ${time}`,
    chooseTime: 'Another time',
    timeField: 'Show the site as it will be at',
    zoneHint: (zone) => `Time of ${zone}`,
    show: 'Show',
    showEverything: 'Show everything',
    otherLanguages: 'This page in other languages',
    end: 'End',
    reviewLink: 'Link for a reviewer',
    reviewDays: 'Days until the link ends',
    makeLink: 'Make the link',
    reviewLinkText: (until) =>
      `Anyone with this link sees this page as you see it, and no other, until ${until}. It needs no token. Only a new token of the preview ends it earlier.`,
    reviewUntil: (time) => `This page alone, until ${time}`,
    onePage: 'Your link shows one page',
    onePageText: 'You were asked to look at one page before it is published. The others are on the public site.',
    wrongDays: 'This is not a number of days',
    wrongDaysText: 'Choose a whole number from 1 to 30.',
    findings: (count) => (count === 1 ? '1 finding' : `${count} findings`),
    noFindings: 'No findings',
    findingsPending: 'Checking …',
    findingsFailed: 'The content could not be checked; the log says why',
    allFindings: 'All findings of the site',
    findingsOfSite: 'Findings',
    backToPage: 'Back to the page',
    closed: 'The preview is not open',
    closedText:
      'It shows drafts, and needs a session, which lasts an hour. Open the preview again from your editing system, or enter the token of the preview.',
    token: 'Token',
    open: 'Open the preview',
    wrongToken: 'This is not the token of the preview.',
    ended: 'The preview has ended',
    endedText: 'This browser shows no drafts any more.',
    toSite: 'To the public site',
    wrongTime: 'This is not a date and time',
    wrongTimeText: 'Choose a day and a time, such as 2027-03-05 10:00.',
    unavailable: 'The preview cannot be shown now',
    unavailableText: 'The content could not be read. Try again in a moment.',
  },
  ne: {
    preview: 'पूर्वावलोकन',
    everything: 'मस्यौदा सहित सबै',
    asOf: (time) => `${time} को अवस्था`,
    chooseTime: 'अर्को समय',
    timeField: 'साइट यस समयमा जस्तो हुनेछ',
    zoneHint: (zone) => `${zone} को समय`,
    show: 'देखाउनुहोस्',
    showEverything: 'सबै देखाउनुहोस्',
    otherLanguages: 'यो पृष्ठ अन्य भाषामा',
    end: 'अन्त्य गर्नुहोस्',
    reviewLink: 'समीक्षकका लागि लिङ्क',
    reviewDays: 'लिङ्क कति दिन चल्ने',
    makeLink: 'लिङ्क बनाउनुहोस्',
    reviewLinkText: (until) =>
      `यो लिङ्क पाउनेले यही एउटा पृष्ठ तपाईंले देखेजस्तै ${until} सम्म देख्छ। टोकन चाहिँदैन। त्योभन्दा पहिले पूर्वावलोकनको नयाँ टोकनले मात्र यसलाई अन्त्य गर्छ।`,
    reviewUntil: (time) => `यो पृष्ठ मात्र, ${time} सम्म`,
    onePage: 'तपाईंको लिङ्कले एउटा पृष्ठ देखाउँछ',
    onePageText: 'प्रकाशनअघि एउटा पृष्ठ हेर्न तपाईंलाई भनिएको हो। अरू पृष्ठ सार्वजनिक साइटमा छन्।',
    wrongDays: 'यो दिनको सङ्ख्या होइन',
    wrongDaysText: '१ देखि ३० सम्मको पूर्ण सङ्ख्या छान्नुहोस्।',
    findings: (count) => `${count} सुझाव`,
    noFindings: 'कुनै सुझाव छैन',
    findingsPending: 'जाँच हुँदैछ …',
    findingsFailed: 'सामग्री जाँच्न सकिएन; कारण लगमा छ',
    allFindings: 'साइटका सबै सुझाव',
    findingsOfSite: 'सुझावहरू',
    backToPage: 'पृष्ठमा फर्कनुहोस्',
    closed: 'पूर्वावलोकन खुला छैन',
    closedText:
      'यसले मस्यौदा देखाउँछ, त्यसैले एक घण्टाको सत्र चाहिन्छ। सम्पादन प्रणालीबाट पूर्वावलोकन फेरि खोल्नुहोस्, वा पूर्वावलोकनको टोकन लेख्नुहोस्।',
    token: 'टोकन',
    open: 'पूर्वावलोकन खोल्नुहोस्',
    wrongToken: 'यो पूर्वावलोकनको टोकन होइन।',
    ended: 'पूर्वावलोकन अन्त्य भयो',
    endedText: 'यस ब्राउजरमा अब मस्यौदा देखिँदैन।',
    toSite: 'सार्वजनिक साइटमा जानुहोस्',
    wrongTime: 'यो मिति र समय होइन',
    wrongTimeText: 'दिन र समय छान्नुहोस्, जस्तै 2027-03-05 10:00।',
    unavailable: 'पूर्वावलोकन अहिले देखाउन सकिएन',
    unavailableText: 'सामग्री पढ्न सकिएन। एकछिनपछि फेरि प्रयास गर्नुहोस्।',
  },
};
