/** Names to choose from, by language; people may as well write their own words. */
const DIALECTS: Readonly<Record<string, readonly string[]>> = {
  en: ['Indian English', 'American English', 'British English', 'Scottish English', 'Irish English', 'Australian English', 'Nigerian English', 'South African English'],
  hi: ['खड़ी बोली (दिल्ली)', 'अवधी', 'ब्रज', 'भोजपुरी', 'बुंदेली', 'हरियाणवी', 'मारवाड़ी', 'छत्तीसगढ़ी', 'मगही', 'बंबइया हिंदी'],
  te: ['తెలంగాణ', 'కోస్తా ఆంధ్ర', 'రాయలసీమ', 'ఉత్తరాంధ్ర'],
}

/** The dialects that are suggested for a language (BCP 47); none where we know of none. */
export const dialectsOf = (language: string): readonly string[] => DIALECTS[language.split('-')[0] ?? ''] ?? []
