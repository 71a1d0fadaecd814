/** Words of questions that say nothing about the answer, in English, Nepali and romanised Nepali. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as ask at be because been before but by can could d did do does doing done for
  from give had has have he help her here him his how i if in into is it its just know let like ll look looking m make many
  may me more most much must my need needed no not now of off on one only or our out over own please re s see shall she
  should show so some such t take tell than that the their them then there these they this those through to too under up us
  use want was we were what when where which while who whom whose why will wish with without would you your yours find get
  got
  को का की के कि ले लाई मा बाट र तथा वा पनि छ छन् छैन हो होइन हुन् हुन्छ हुने भयो भएको थियो यो त्यो यी ती यस त्यस म मेरो मलाई हामी
  हाम्रो तपाईं तपाईंको आफ्नो कसरी कहाँ कहिले कुन कति किन कसले कसलाई कस्तो के-के गर्न गर्ने गर्नु गर्छ गरेको गर्नुपर्छ पर्छ पर्ने सक्छु सकिन्छ
  पाइन्छ पाउन पाउने पाउँछु चाहिन्छ चाहिने भने भन्ने लागि देखि सम्म सँग बारे बारेमा हेर्न हेर्ने खोज्न दिनुहोस् कृपया नि त नै अनि तर छु होला ठीक ठिक दै पर्यो
  ko ka ki ke le lai ma bata ra tatha wa pani cha chha chan chhan chaina chhaina ho hoina hun huncha hunchha hune bhayo bhaeko
  yo tyo yi ti mero malai hami hamro tapai tapaiko afno kasari kaha kahaa kahan kahile kun kati kina kasle kaslai kasto garna
  garne garnu garcha garchha gareko parcha parchha parne sakchu sakincha sakinchha paincha painchha pauna paune paucha pauchu
  chahincha chahinchha chahine bhane bhanne lagi dekhi samma sanga bare barema herna herne khojna dinuhos kripaya ni nai ani
  tara chu chhu hola thik paryo parchha lagcha lagchha aauxa xa chaahiyo`
    .split(/\s+/)
    .filter(Boolean),
);
