"""llms.txt, ai.txt, tdmrep.json and RSL documents, parsed and compared with robots.txt."""
